/** A database of many organisations, on one Postgres or divided among nodes, and the server that users run in front of it. */
import { Effect, Exit, Logger, Redacted, Scope } from "effect"
import * as ShardMap from "@formwork/postgres/database/nodes/ShardMap"
import * as Server from "@formwork/postgres/database/Server"
import * as CitusServers from "@formwork/postgres/testing/CitusServers"
import * as Cluster from "@formwork/postgres/testing/Cluster"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as Arena from "../filing/Arena.ts"
import * as Cpu from "../http/cpu.ts"
import * as Load from "../http/load.ts"
import { postgresOf } from "../http/postgresOf.ts"

/** Organisations on each node, and on one Postgres for each node that it is compared with. */
const each = 4

/** As in the bench of filings: commits are forced to the disk. */
const durable = ["fsync=on", "full_page_writes=on", "synchronous_commit=on"]

/** Divides evenly among one, two and three nodes. */
const shards = "citus.shard_count=12"

const connections = 16

type Operation = "evaluate" | "submissions"

/** Microseconds of CPU for one request, by process. */
export interface Work {
  readonly server: number
  /** The only one, or the coordinator. */
  readonly first: number
  readonly nodes: ReadonlyArray<number>
}

export interface Home {
  /** Sends requests of organisations of all nodes in turn, or of one node. */
  readonly work: (operation: Operation, seconds: number, node?: number) => Promise<Work>
  readonly stop: () => Promise<void>
}

interface Place {
  readonly url: Redacted.Redacted<string>
  readonly coordinator: string
  readonly nodes: ReadonlyArray<string>
}

/** The port of the node of an organisation; of one Postgres always the same. */
const nodeOf = (url: Redacted.Redacted<string>) =>
  Effect.map(
    Effect.scoped(Effect.flatMap(TestServer.connect(url), ShardMap.read)),
    (map) => (organisationId: string) => (map === undefined ? "" : String(ShardMap.shardOf(map, organisationId).port))
  )

const serving = async ({ coordinator, nodes, url }: Place, organisations: number): Promise<Home> => {
  const place = await Effect.runPromise(nodeOf(url))
  const ports = nodes.length === 0 ? [""] : nodes.map((node) => new URL(node).port)
  const on = (found: Awaited<ReturnType<typeof Arena.organisations>>, port: string) =>
    found.filter(({ caller }) => place(caller.organisationId) === port)
  const wanted = organisations / ports.length
  const found = await Arena.organisations(url, (all) => ports.every((port) => on(all, port).length >= wanted))
  const byNode = ports.map((port) => on(found, port).slice(0, wanted))
  const { address, server } = await Arena.serve(Redacted.value(url), {})
  process.once("exit", () => server.kill())
  const body = Arena.quoteBody()
  const requestsOf = (operation: Operation, callers: typeof found) =>
    callers.flatMap(({ forms, tokens: [token] }) =>
      forms.map(({ id }) => Load.post(address, `/api/platform/v1/forms/${id}/${operation}`, token, body))
    )
  const first = await postgresOf(coordinator)
  const others = await Promise.all(nodes.map(postgresOf))
  const read = () => [server.pid ?? Number.NaN, first, ...others].map(Cpu.ofFamily)
  return {
    work: async (operation, seconds, node) => {
      const callers = node === undefined ? byNode.flat() : (byNode[node] ?? [])
      const load = {
        address,
        requests: requestsOf(operation, callers),
        status: operation === "evaluate" ? 200 : 201
      }
      const before = read()
      const answered = await Load.run(load, connections, seconds)
      const [own = Number.NaN, only = Number.NaN, ...rest] = read().map(
        (now, at) => (now - (before[at] ?? 0)) / answered
      )
      return { server: own, first: only, nodes: rest }
    },
    stop: () =>
      new Promise((resolve) => {
        server.once("close", () => resolve())
        server.kill("SIGINT")
      })
  }
}

/** On one Postgres. @param nodes of the clusters that it is compared with. */
export const plain = async (nodes: number): Promise<Home> => {
  const cluster = await Cluster.start(durable)
  const url = Redacted.make(cluster.url)
  await Effect.runPromise(Server.migrate(url).pipe(Effect.provide(Logger.layer([]))))
  const home = await serving({ url, coordinator: cluster.url, nodes: [] }, nodes * each)
  return { ...home, stop: () => home.stop().then(cluster.stop) }
}

/** On a coordinator and so many nodes. */
export const divided = async (count: number): Promise<Home> => {
  const scope = Scope.makeUnsafe()
  const { coordinator, nodes, url } = await Effect.runPromise(
    Scope.provide(CitusServers.own(count, [...durable, shards]), scope)
  )
  const home = await serving({ url, coordinator: coordinator.url, nodes: nodes.map((node) => node.url) }, count * each)
  return { ...home, stop: () => home.stop().then(() => Effect.runPromise(Scope.close(scope, Exit.void))) }
}
