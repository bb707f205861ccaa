"""How the store is reached: which client for which address, how long to wait, when to try again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeVar, cast
from urllib.parse import unquote, urlsplit

import redis
from redis.backoff import ExponentialBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import NoScriptError, RedisClusterException, ResponseError
from redis.retry import Retry

from web.embedded import EmbeddedServer, EmbeddedServerError

from .scripts import Script

T = TypeVar("T")

# A killed server is back within a third of a second, and these tries together last about one. A
# server that hangs is not asked again: its caller has waited long enough.
_TRIES: Final = 6
_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 0.3
_DURABLE_WITHIN_MS: Final = 100
_TIMEOUTS: Final[dict[str, Any]] = {"socket_connect_timeout": 1.0, "socket_timeout": 2.0}


class Pipeline(Protocol):
    """Commands that travel together."""

    def execute_command(self, *args: str | float) -> object:
        """Put a command in line."""

    def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - theirs
        """Send the line and give the answers in order."""


class Client(Protocol):
    """As much of a client as the store uses, alike for one server and for a cluster."""

    def execute_command(self, *args: str | float) -> Any:  # noqa: ANN401 - each command answers its own
        """Send one command and give its answer."""

    def pipeline(self, transaction: bool = True) -> Pipeline:  # noqa: FBT001, FBT002 - theirs
        """Start a line of commands."""

    def close(self) -> None:
        """Let go of all connections."""


class StoreDown(RuntimeError):  # noqa: N818 - a state of the house, not a caller's mistake
    """The store cannot answer now; ask again later."""


class Link:
    """The one line to the server or cluster. Whatever keeps it from answering is a StoreDown."""

    def __init__(self, url: str, server: EmbeddedServer | None = None) -> None:
        self.url = url
        self._server = server
        self._client: Client | None = None
        # The embedded server syncs before it answers; a cluster's connections are not ours to pick.
        self._can_wait_for_disk = server is None and not is_cluster(url)

    def close(self) -> None:
        """Let go of the connections, and of the embedded server."""
        if self._client is not None:
            self._client.close()
        if self._server is not None:
            self._server.close()

    def call(self, *command: str | float) -> Any:  # noqa: ANN401 - each command answers its own
        """Send one command and give its answer."""
        return self._run(lambda client: client.execute_command(*command))

    def together(self, *commands: Sequence[str | float]) -> list[Any]:
        """Send commands in one round trip; others' may come between them."""

        def send(client: Client) -> list[Any]:
            pipeline = client.pipeline(transaction=False)
            for command in commands:
                pipeline.execute_command(*command)
            return pipeline.execute()

        return self._run(send) if commands else []

    def script(
        self, script: Script, names: Sequence[str], *values: str | float, durable: bool = False
    ) -> Any:  # noqa: ANN401 - each script answers its own
        """Run a script on keys of one hash tag.

        What is `durable` is on the disk when this returns, where the server can do so at once.
        """
        rest = (len(names), *names, *values)
        if durable and self._can_wait_for_disk:
            answer = self._wait_for_disk("EVAL", script.text, *rest)
            if not isinstance(answer, Exception):
                return answer

        def send(client: Client) -> object:
            try:
                return client.execute_command("EVALSHA", script.digest, *rest)
            except NoScriptError:
                return client.execute_command("EVAL", script.text, *rest)

        return self._run(send)

    def _wait_for_disk(self, *command: str | float) -> object:
        def send(client: Client) -> list[Any]:
            # On one connection, as the server waits for the writes of that connection.
            pipeline = client.pipeline(transaction=False)
            pipeline.execute_command(*command)
            pipeline.execute_command("WAITAOF", 1, 0, _DURABLE_WITHIN_MS)
            return pipeline.execute(raise_on_error=False)

        answer, waited = self._run(send)
        if isinstance(waited, ResponseError):  # too old a server, or one without such a file
            self._can_wait_for_disk = False
        return answer

    def _run(self, work: Callable[[Client], T]) -> T:
        try:
            return self._try(work)
        except StoreDown:
            if self._server is None:
                raise
        try:
            self._server.revive()
        except EmbeddedServerError as error:
            raise StoreDown(str(error)) from error
        return self._try(work)

    def _try(self, work: Callable[[Client], T]) -> T:
        try:
            if self._client is None:
                self._client = connect(self.url)
            return work(self._client)
        except (redis.RedisError, RedisClusterException, OSError) as error:
            raise StoreDown(str(error)) from error


def connect(url: str) -> Client:
    """Make a client for an address that the settings have checked.

    One server is asked only when the first command is sent; a cluster is asked at once for its
    nodes and raises what the client raises when it does not answer.
    """
    retry = Retry(
        ExponentialBackoff(cap=_LONGEST_PAUSE, base=_FIRST_PAUSE),
        _TRIES,
        supported_errors=(redis.ConnectionError,),
    )
    nodes = url.split(",")
    if len(nodes) == 1:
        one = redis.Redis.from_url(url, decode_responses=True, retry=retry, **_TIMEOUTS)
        return cast("Client", one)
    first = urlsplit(nodes[0])
    cluster = RedisCluster(
        startup_nodes=[_cluster_node(node) for node in nodes],
        username=unquote(first.username) if first.username else None,
        password=unquote(first.password) if first.password else None,
        ssl=first.scheme == "rediss",
        decode_responses=True,
        **_TIMEOUTS,
    )
    return cast("Client", cluster)


def is_cluster(url: str) -> bool:
    """Tell whether the address is a cluster's."""
    return "," in url


def limiter_storage(url: str) -> tuple[str, dict[str, Any]]:
    """Give the storage address and options with which Flask-Limiter counts in the same store."""
    if is_cluster(url):
        nodes = [urlsplit(node) for node in url.split(",")]
        user, at, _ = nodes[0].netloc.rpartition("@")
        hosts = ",".join(f"{node.hostname}:{node.port or 6379}" for node in nodes)
        options: dict[str, Any] = {"ssl": True} if nodes[0].scheme == "rediss" else {}
        return f"redis+cluster://{user}{at}{hosts}", {**options, **_TIMEOUTS}
    scheme, _, rest = url.partition("://")
    return f"redis+unix://{rest}" if scheme == "unix" else url, dict(_TIMEOUTS)


def _cluster_node(url: str) -> ClusterNode:
    parts = urlsplit(url)
    return ClusterNode(parts.hostname or "", parts.port or 6379)  # type: ignore[no-untyped-call]
