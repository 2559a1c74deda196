/** The ports of the domain as one record of plain values, so that a witness, or a planted bug, can stand between a service and its store. */
import { Context, Effect, Layer } from "effect"
import type { Quota } from "@formwork/domain/limits/Budget"
import { operatorPorts, requestPorts, senderPorts } from "@formwork/domain/Ports"
import type { OperatorPorts, RequestPorts, SenderPorts } from "@formwork/domain/Ports"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"
import * as Means from "@formwork/testing/Means"
import * as Seed from "@formwork/testing/Seed"

const names = { ...requestPorts, ...senderPorts, ...operatorPorts }

type Tags = typeof names
type Tag = RequestPorts | SenderPorts | OperatorPorts

const tags: Readonly<Record<string, Context.Key<Tag, object>>> = names

/** Every port that a server needs, by its name. */
export type Ports = { readonly [K in keyof Tags]: Tags[K]["Service"] }

export interface Database {
  readonly ports: Ports
  readonly tables: Tables["Service"]
}

/** Hashes and randomness of one process. */
export const means = (seed: string) => Means.layer.pipe(Layer.provideMerge(Seed.layer(seed)))

/** Hashes that every database uses: they remember nothing, and the stores draw nothing at random. */
const meansOfStores = Layer.succeedContext(Effect.runSync(Effect.scoped(Layer.build(means("stores")))))

/** The in-memory adapter over empty tables. */
export const emptyDatabase = (quota: Quota): Database => {
  const adapter = Memory.layerOver(quota).pipe(Layer.provide(meansOfStores), Layer.provideMerge(Tables.layer))
  const context = Effect.runSync(Effect.scoped(Layer.build(adapter)))
  const ports = Object.entries(tags).map(([name, tag]) => [name, Context.getUnsafe(context, tag)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries of a record that has the type's names
  return { ports: Object.fromEntries(ports) as Ports, tables: Context.get(context, Tables) }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the record
const keys = Object.entries(tags).map(([name, { key }]) => [name as keyof Ports, key] as const)

const namesOfKeys = new Map(keys.map(([name, key]) => [key, name]))

/** The name of the port with a tag's key. */
export const nameOf = (key: string): keyof Ports => {
  const name = namesOfKeys.get(key)
  if (name === undefined) throw new Error(`no port ${key}`)
  return name
}

/** Ports whose every method gives `answer`. */
export const answering = (answer: () => Effect.Effect<unknown>): Ports => {
  const port = new Proxy({}, { get: () => answer })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stand-in for recorded calls: each gets the answer that was recorded
  return Object.fromEntries(Object.keys(tags).map((name) => [name, port])) as Ports
}

/** The ports as services take them. */
export const provided = (ports: Ports): Context.Context<Tag> => {
  const services = new Map<string, unknown>()
  for (const [name, key] of keys) services.set(key, ports[name])
  return Context.makeUnsafe(services)
}
