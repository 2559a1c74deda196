/** What a request costs the server and Postgres, beside a bare node:http server that answers the same bytes, in the same run. */
import type { JsonObject } from "@formwork/rules/Json"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { PgClient } from "@effect/sql-pg"
import { example } from "../demo.ts"
import * as Arena from "../filing/Arena.ts"
import { median, quantile } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { wrongQuote } from "../rules/payloads.ts"
import * as Cpu from "./cpu.ts"
import * as Least from "./least.ts"
import * as Load from "./load.ts"
import * as Programs from "./programs.ts"
import * as Flame from "./flame.ts"

const SECONDS = 3
const WARM_SECONDS = 4

/** Connections of a client that keeps a server busy and itself well below one core. */
const usual = 16
const many = 32

interface Work {
  readonly requests: number
  /** Microseconds of the Node process that answers. */
  readonly server: number
  /** Microseconds of Postgres, all of its processes. */
  readonly postgres: number
}

interface Contender {
  readonly name: string
  readonly run: (seconds: number) => Promise<Work>
  /** Its cost per request in microseconds, and that of the contender `beside` it. */
  readonly cost: "server" | "postgres"
  readonly beside: string
  /** The ratio is what the other costs over what this costs. */
  readonly inverse?: true
  readonly bar?: string
  readonly notes: string
}

/** A place to which requests go, and the processes that work for it. */
interface Target {
  readonly server: number
  readonly postgres: number | undefined
}

const worked = async (target: Target, act: () => Promise<number>): Promise<Work> => {
  const now = () => ({
    server: Cpu.ofProcess(target.server),
    postgres: target.postgres === undefined ? 0 : Cpu.ofFamily(target.postgres)
  })
  const from = now()
  const requests = await act()
  const to = now()
  return { requests, server: to.server - from.server, postgres: to.postgres - from.postgres }
}

/** The Postgres server behind a database: a backend's parent. Prepares the tables of the least statements. */
const prepare = (databaseUrl: string): Promise<number> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(databaseUrl), maxConnections: 1 })
    yield* sql.unsafe(`do $do$ begin execute $schema$${Least.schema}$schema$; end $do$`)
    const [row] = yield* sql`select pg_backend_pid() as pid`
    return Cpu.parentOf(Number(row?.["pid"]))
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)

const evaluating = (address: string, form: string, tokens: ReadonlyArray<string>, data: JsonObject): Load.Load => ({
  address,
  requests: tokens.map((token) =>
    Load.post(address, `/api/platform/v1/forms/${form}/evaluate`, token, JSON.stringify({ data }))
  ),
  status: 200
})

interface World {
  readonly bare: Programs.Program & { readonly address: string }
  readonly memory: Programs.Program & { readonly address: string; readonly form: string; readonly token: string }
  readonly arena: Arena.Arena
  readonly postmaster: number
  readonly stop: () => Promise<void>
}

const start = async (flags: ReadonlyArray<string>): Promise<World> => {
  const { line, ...memoryServer } = await Programs.start("memoryServer", "{", [], flags)
  const { address, form, token }: { address: string; form: string; token: string } = JSON.parse(line)
  const memory = { ...memoryServer, address, form, token }
  const answer = await fetch(`${address}/api/platform/v1/forms/${form}/evaluate`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ data: example })
  })
  if (answer.status !== 200) throw new Error(`the demo quote was answered ${answer.status} ${await answer.text()}`)
  const { line: bareAddress, ...bareServer } = await Programs.start("bareServer", "http", [await answer.text()], [])
  const arena = await Arena.start(50, { LOG_LEVEL: "Info" }, flags)
  const stop = async () => {
    await Promise.all([arena.stop(), memory.stop(), bareServer.stop()])
  }
  return {
    bare: { ...bareServer, address: bareAddress },
    memory,
    arena,
    postmaster: await prepare(arena.databaseUrl),
    stop
  }
}

const pidOf = ({ server }: { readonly server: { readonly pid?: number | undefined } }): number => server.pid ?? 0

const contenders = ({ arena, bare, memory, postmaster }: World): ReadonlyArray<Contender> => {
  const [form] = arena.forms
  const [token] = arena.tokens
  const id = form?.id ?? ""
  const over =
    (load: Load.Load, target: Target, connections = usual) =>
    (seconds: number) =>
      worked(target, () => Load.run(load, connections, seconds))
  const ours = { server: pidOf(arena), postgres: postmaster }
  const body = JSON.stringify({ data: example })
  const evaluate = (data: JsonObject, tokens: ReadonlyArray<string> = [token]) =>
    evaluating(arena.address, id, tokens, data)
  const create: Load.Load = {
    address: arena.address,
    requests: arena.forms.flatMap((one, place) =>
      Load.post(
        arena.address,
        `/api/platform/v1/forms/${one.id}/submissions`,
        arena.tokens[place % arena.tokens.length] ?? token,
        body
      )
    ),
    status: 201
  }
  return [
    {
      name: "bare",
      run: over(
        { address: bare.address, requests: [Load.post(bare.address, "/evaluate", token, body)], status: 200 },
        { server: pidOf(bare), postgres: undefined }
      ),
      cost: "server",
      beside: "bare",
      notes: "node:http, which parses the same body and answers the same bytes"
    },
    {
      name: "evaluate/memory",
      run: over(evaluating(memory.address, memory.form, [memory.token], example), {
        server: pidOf(memory),
        postgres: undefined
      }),
      cost: "server",
      beside: "bare",
      bar: "≤ 2.5 ×",
      notes: "the demo quote, adapters in memory"
    },
    {
      name: "evaluate/postgres",
      run: over(evaluate(example), ours),
      cost: "server",
      beside: "bare",
      bar: "≤ 3.5 ×",
      notes: "the same on Postgres, with the log as it is by default"
    },
    {
      name: "evaluate/hidden-value",
      run: over(evaluate({ ...example, businessMiles: 1200 }), ours),
      cost: "server",
      beside: "evaluate/postgres",
      bar: "≤ 1.2 × evaluate/postgres",
      notes: "with a value for a field that is hidden"
    },
    {
      name: "evaluate/invalid",
      run: over(evaluate(wrongQuote(example)), ours),
      cost: "server",
      beside: "bare",
      notes: "a payload with nine problems"
    },
    {
      name: "create/postgres",
      run: over(create, ours),
      cost: "server",
      beside: "bare",
      notes: "filed, with its effects"
    },
    {
      name: "health",
      run: over({ address: arena.admin, requests: [Load.get(arena.admin, "/health/live")], status: 200 }, ours),
      cost: "server",
      beside: "bare",
      notes: "GET /health/live"
    },
    {
      name: "admit/32",
      run: over(evaluate(example, arena.tokens), ours, many),
      cost: "postgres",
      beside: "least/admit",
      inverse: true,
      bar: "≥ 0.5 ×",
      notes: "what Postgres does for an evaluate, 32 connections with a key each"
    },
    {
      name: "file/32",
      run: over(create, ours, many),
      cost: "postgres",
      beside: "least/file",
      inverse: true,
      bar: "≥ 0.6 ×",
      notes: "what Postgres does for a submission, its admission included"
    }
  ]
}

/** The two runs of pgbench, for what the demo quote files. */
const least = async ({ arena, postmaster }: World) => {
  const { body, forms, tokens } = arena
  const [form] = forms
  const answer = await fetch(`${arena.address}/api/platform/v1/forms/${form?.id}/submissions`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens[0]}`, "content-type": "application/json" },
    body
  })
  if (answer.status !== 201) throw new Error(`the demo quote was answered ${answer.status} ${await answer.text()}`)
  const filed = await Least.lastFiled(arena.databaseUrl)
  const target = { server: process.pid, postgres: postmaster }
  const admitting = Least.prepare(arena.pgbench, arena.databaseUrl, many, undefined)
  const filing = Least.prepare(arena.pgbench, arena.databaseUrl, many, filed)
  const rows: ReadonlyArray<Contender> = [
    {
      name: "least/admit",
      run: (seconds) => worked(target, () => admitting.run(seconds)),
      cost: "postgres",
      beside: "least/admit",
      notes: "pgbench, 32 connections: the least statement that reads and counts the same"
    },
    {
      name: "least/file",
      run: (seconds) => worked(target, () => filing.run(seconds)),
      cost: "postgres",
      beside: "least/file",
      notes: "pgbench, 32 connections: least/admit, then the least statement that stores the same"
    }
  ]
  const remove = () => {
    admitting.remove()
    filing.remove()
  }
  return { rows, remove }
}

const rowsOf = (all: ReadonlyArray<Contender>, costs: ReadonlyMap<string, ReadonlyArray<Work>>): ReadonlyArray<Row> =>
  all.map(({ bar, beside, cost, inverse, name, notes }): Row => {
    const own = costs.get(name) ?? []
    const each = own.map((work) => work[cost] / work.requests)
    const others = (costs.get(beside) ?? []).map((work) => work[cost] / work.requests)
    const ratios = each.map((value, round) => {
      const other = others[round] ?? Number.NaN
      return inverse === true ? other / value : value / other
    })
    return {
      name,
      ratio: median(ratios),
      ratio_low: quantile(ratios, 0.1),
      ratio_high: quantile(ratios, 0.9),
      cpu_us: Math.round(median(each) * 10) / 10,
      ...(cost === "server" && own.some(({ postgres }) => postgres > 0)
        ? { postgres_us: Math.round(median(own.map(({ postgres, requests }) => postgres / requests)) * 10) / 10 }
        : {}),
      requests: own.reduce((sum, { requests }) => sum + requests, 0),
      ...(bar === undefined ? {} : { bar }),
      notes
    }
  })

export const httpRows = async ({ profile, rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const tick = progress("http")
  const recording = profile === undefined ? undefined : Flame.record(profile)
  const world = await start(recording?.flags ?? [])
  const lowest = await least(world)
  try {
    const all = [...contenders(world), ...lowest.rows]
    const named = all.filter(({ name }) => wanted(name))
    const needed = new Set(named.map(({ name }) => name))
    for (const { beside } of named) {
      needed.add(beside)
      const other = all.find(({ name }) => name === beside)
      if (other !== undefined) needed.add(other.beside)
    }
    const chosen = all.filter(({ name }) => needed.has(name))
    const costs = new Map<string, Array<Work>>(chosen.map(({ name }) => [name, []]))
    const total = chosen.length * (rounds + 1)
    let done = 0
    for (const { run } of chosen) {
      await run(WARM_SECONDS)
      tick((done += 1), total)
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, run } of [...chosen.slice(round % chosen.length), ...chosen.slice(0, round % chosen.length)]) {
        costs.get(name)?.push(await run(SECONDS))
        tick((done += 1), total)
      }
    }
    return rowsOf(chosen, costs)
  } finally {
    lowest.remove()
    await world.stop()
    recording?.draw()
  }
}
