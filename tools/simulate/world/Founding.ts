/**
 * What worlds begin with, founded once and copied into each: their rows, their tokens, and what a witness has seen of it. Which of
 * `foundings` a world gets is a choice of its seed.
 */
import { Effect } from "effect"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import type { Tenant } from "@formwork/memory/Tables"
import { planOf, startMillis } from "../Plan.ts"
import { answering, emptyDatabase, nameOf } from "../store/Ports.ts"
import type { Database, Ports } from "../store/Ports.ts"
import { dice } from "../time/Dice.ts"
import { makeProcess } from "../time/Process.ts"
import { Timeline } from "../time/Timeline.ts"
import { observed } from "../witness/Witness.ts"
import type { Witness } from "../witness/Witness.ts"
import { frozen } from "./frozen.ts"
import { services } from "./services.ts"
import { copyOf, found } from "./Setting.ts"
import type { Organisation } from "./Setting.ts"

/** Ids differ between them, and so does their order. */
const foundings = 64

/** A call of a port that succeeded. */
interface Told {
  readonly port: keyof Ports
  readonly method: string
  readonly given: ReadonlyArray<unknown>
  readonly value: unknown
}

interface Founding {
  readonly tenants: ReadonlyArray<readonly [OrganisationId, Tenant]>
  readonly organisations: ReadonlyArray<Organisation>
  readonly told: ReadonlyArray<Told>
}

const make = (seed: number): Founding | Error => {
  const plan = planOf(seed)
  const timeline = new Timeline(startMillis, dice(seed, 9))
  const { ports, tables } = emptyDatabase(plan.quota)
  const process = makeProcess(timeline, { name: "the founders", dice: dice(seed, 6), skewMillis: 0, slice: 2_048 })
  const told: Array<Told> = []
  const layer = services({
    plan,
    ports,
    seed: `${seed} founders`,
    sender: { send: () => Effect.die(new Error("the founders send nothing")) },
    steps: ({ arguments: given, method, port }, run) =>
      Effect.tap(run, (value) => Effect.sync(() => told.push({ port: nameOf(port), method, given, value })))
  })
  const fiber = process.start(Effect.scoped(Effect.provide(Effect.all([found("A"), found("B")]), layer)))
  timeline.run(startMillis, () => fiber.pollUnsafe() !== undefined)
  const exit = fiber.pollUnsafe()
  if (exit?._tag !== "Success") return new Error(String(exit?.cause))
  return frozen({ tenants: [...tables.tenants], organisations: exit.value, told })
}

const made = new Map<number, Founding | Error>()

const foundingOf = (seed: number): Founding | Error => {
  const known = made.get(seed % foundings) ?? make(seed % foundings)
  made.set(seed % foundings, known)
  return known
}

/** The same rows in tables of their own. Rows are never changed in their place. */
const copied = (tenant: Tenant): Tenant => ({
  ...tenant,
  ...Object.fromEntries(
    Object.entries(tenant).map(([name, table]: [string, unknown]) => [
      name,
      table instanceof Map
        ? new Map(table)
        : table instanceof Set
          ? new Set(table)
          : Array.isArray(table)
            ? [...table]
            : table
    ])
  )
})

/** The witness sees the founding as if it happened now. */
const tell = (witness: Witness, told: ReadonlyArray<Told>): void => {
  let answer: Effect.Effect<unknown> = Effect.void
  const ports = observed(
    witness,
    answering(() => answer)
  )
  for (const { given, method, port, value } of told) {
    const step: unknown = Reflect.get(ports[port], method)
    // What the witness does not look at.
    if (typeof step !== "function") continue
    answer = Effect.succeed(value)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a method of a port, which answers with the effect above
    Effect.runSync(Reflect.apply(step, undefined, given) as Effect.Effect<unknown>)
  }
}

/** Fills an empty database before anything can go wrong. Undefined where the founding failed, which the court then knows. */
export const settled = (
  seed: number,
  { tables }: Pick<Database, "tables">,
  witness: Witness
): ReadonlyArray<Organisation> | undefined => {
  const founding = foundingOf(seed)
  if (founding instanceof Error) {
    witness.court.violate("a world can be set up", "two organisations", founding.message)
    return undefined
  }
  for (const [id, tenant] of founding.tenants) tables.tenants.set(id, copied(tenant))
  tell(witness, founding.told)
  return founding.organisations.map(copyOf)
}
