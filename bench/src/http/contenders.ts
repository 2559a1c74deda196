/** The rows of the bench: what they send, to whom, and beside what each is measured. */
import type { JsonObject } from "@formwork/rules/Json"
import { example } from "../demo.ts"
import { wrongQuote } from "../rules/payloads.ts"
import { tariffQuotes } from "./tariff.ts"
import { worked, type Contender, type Target } from "./Contender.ts"
import * as Least from "./least.ts"
import * as Load from "./load.ts"
import type { World } from "./World.ts"

/** Connections of a client that keeps a server busy and itself well below one core. */
const usual = 16
const many = 32

const evaluating = (address: string, form: string, tokens: ReadonlyArray<string>, data: JsonObject): Load.Load => ({
  address,
  requests: tokens.map((token) =>
    Load.post(address, `/api/platform/v1/forms/${form}/evaluate`, token, JSON.stringify({ data }))
  ),
  status: 200
})

const pidOf = ({ server }: { readonly server: { readonly pid?: number | undefined } }): number => server.pid ?? 0

const over =
  (load: Load.Load, target: Target, connections = usual) =>
  (seconds: number) =>
    worked(target, () => Load.run(load, connections, seconds))

const evaluate = ({ arena }: World, data: JsonObject, tokens: ReadonlyArray<string> = arena.tokens.slice(0, 1)) =>
  evaluating(arena.address, arena.forms[0]?.id ?? "", tokens, data)

/** The demo quote filed against every form in turn. */
const create = ({ arena }: World): Load.Load => ({
  address: arena.address,
  requests: arena.forms.map((one, place) =>
    Load.post(
      arena.address,
      `/api/platform/v1/forms/${one.id}/submissions`,
      arena.tokens[place % arena.tokens.length] ?? "",
      arena.body
    )
  ),
  status: 201
})

const ours = ({ arena, postmaster }: World): Target => ({ server: pidOf(arena), postgres: postmaster })

/** What runs without a database. */
const inMemory = ({ bare, memory }: World): ReadonlyArray<Contender> => [
  {
    name: "bare",
    run: over(
      {
        address: bare.address,
        requests: [Load.post(bare.address, "/evaluate", memory.token, JSON.stringify({ data: example }))],
        status: 200
      },
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
    name: "evaluate/tables",
    run: over(
      {
        address: memory.address,
        requests: tariffQuotes().map((data) =>
          Load.post(
            memory.address,
            `/api/platform/v1/forms/${memory.tariff}/evaluate`,
            memory.token,
            JSON.stringify({ data })
          )
        ),
        status: 200
      },
      { server: pidOf(memory), postgres: undefined }
    ),
    cost: "server",
    beside: "evaluate/memory",
    notes: "five factors out of a table of 40,000 rows, by a code and an age"
  }
]

/** What the server costs in front of Postgres. */
const onPostgres = (world: World): ReadonlyArray<Contender> => [
  {
    name: "evaluate/postgres",
    run: over(evaluate(world, example), ours(world)),
    cost: "server",
    beside: "bare",
    bar: "≤ 3.5 ×",
    notes: "the same on Postgres, with the log as it is by default"
  },
  {
    name: "evaluate/hidden-value",
    run: over(evaluate(world, { ...example, businessMiles: 1200 }), ours(world)),
    cost: "server",
    beside: "evaluate/postgres",
    bar: "≤ 1.2 × evaluate/postgres",
    notes: "with a value for a field that is hidden"
  },
  {
    name: "evaluate/invalid",
    run: over(evaluate(world, wrongQuote(example)), ours(world)),
    cost: "server",
    beside: "bare",
    notes: "a payload with nine problems"
  },
  {
    name: "create/postgres",
    run: over(create(world), ours(world)),
    cost: "server",
    beside: "bare",
    notes: "filed, with its effects"
  },
  {
    name: "health",
    run: over(
      { address: world.arena.admin, requests: [Load.get(world.arena.admin, "/health/live")], status: 200 },
      ours(world)
    ),
    cost: "server",
    beside: "bare",
    notes: "GET /health/live"
  }
]

/** What Postgres does. */
const byPostgres = (world: World): ReadonlyArray<Contender> => [
  {
    name: "admit/32",
    run: over(evaluate(world, example, world.arena.tokens), ours(world), many),
    cost: "postgres",
    beside: "least/admit",
    inverse: true,
    bar: "≥ 0.5 ×",
    notes: "what Postgres does for an evaluate, 32 connections with a key each"
  },
  {
    name: "file/32",
    run: over(create(world), ours(world), many),
    cost: "postgres",
    beside: "least/file",
    inverse: true,
    bar: "≥ 0.6 ×",
    notes: "what Postgres does for a submission, its admission included"
  }
]

export const contenders = (world: World): ReadonlyArray<Contender> => [
  ...inMemory(world),
  ...onPostgres(world),
  ...byPostgres(world)
]

/** The two runs of pgbench, for what the demo quote files. */
export const least = async ({ arena, postmaster }: World) => {
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
