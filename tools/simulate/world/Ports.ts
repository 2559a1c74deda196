/** The ports of the domain as one record of plain values, so that a world can put itself between a service and its store. */
import { Context, Effect, Layer } from "effect"
import { Mac } from "effect/crypto"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { Quota } from "@formwork/domain/limits/Budget"
import { requestPorts, senderPorts } from "@formwork/domain/Ports"
import type { RequestPorts, SenderPorts } from "@formwork/domain/Ports"
import * as ApiKeys from "@formwork/memory/stores/ApiKeyStore"
import * as Audit from "@formwork/memory/stores/AuditStore"
import * as Credentials from "@formwork/memory/stores/CredentialStore"
import * as Documents from "@formwork/memory/stores/DocumentStore"
import * as Firings from "@formwork/memory/stores/FiringStore"
import * as Folders from "@formwork/memory/stores/FolderStore"
import * as Forms from "@formwork/memory/stores/FormStore"
import * as Impacts from "@formwork/memory/stores/ImpactStore"
import * as Invitations from "@formwork/memory/stores/InvitationStore"
import * as Organisations from "@formwork/memory/stores/OrganisationStore"
import * as Outboxes from "@formwork/memory/stores/Outbox"
import * as Limiter from "@formwork/memory/stores/RateLimiter"
import * as Reports from "@formwork/memory/stores/ReportStore"
import * as Secrets from "@formwork/memory/stores/SecretStore"
import * as Sessions from "@formwork/memory/stores/SessionStore"
import * as SubmissionDeletions from "@formwork/memory/stores/SubmissionDeletionStore"
import * as SubmissionLists from "@formwork/memory/stores/SubmissionListStore"
import * as Submissions from "@formwork/memory/stores/SubmissionStore"
import * as Usage from "@formwork/memory/stores/UsageStore"
import * as Users from "@formwork/memory/stores/UserStore"
import * as MemoryCrypto from "@formwork/memory/crypto/Crypto"
import { Tables } from "@formwork/memory/Tables"
import { Redacted } from "effect"

const tags = { ...requestPorts, ...senderPorts }

type Tags = typeof tags

/** Every port that a server needs, by its name. */
export type Ports = { readonly [K in keyof Tags]: Tags[K]["Service"] }

/** The same for every world: it makes the tokens' hashes, and keeps nothing. */
const mac = Effect.runSync(Effect.map(Effect.scoped(Layer.build(MemoryCrypto.layer)), Context.get(Mac.Mac)))

export const hasher = TokenHasher.layer([{ id: "simulated", key: Redacted.make(new Uint8Array(32).fill(7)) }]).pipe(
  Layer.provide(Layer.succeed(Mac.Mac, mac))
)

/** The in-memory adapter over empty tables. */
const adapter = (quota: Quota) =>
  Admissions.layerComposed.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        ApiKeys.layer,
        Audit.layer,
        Credentials.layer,
        Documents.layer,
        Firings.layer,
        Folders.layer,
        Forms.layer,
        Impacts.layer,
        Invitations.layer,
        Limiter.layer(quota),
        Organisations.layer,
        Outboxes.layer,
        Reports.layer,
        Secrets.layer,
        Sessions.layer,
        SubmissionDeletions.layer,
        SubmissionLists.layer,
        Submissions.layer,
        Usage.layer,
        Users.layer
      )
    ),
    Layer.provide(hasher),
    Layer.provideMerge(Tables.layer)
  )

export interface Database {
  readonly ports: Ports
  readonly tables: Tables["Service"]
}

export const emptyDatabase = (quota: Quota): Database => {
  const context = Effect.runSync(Effect.scoped(Layer.build(adapter(quota))))
  const ports = Object.entries(tags).map(([name, tag]) => [name, Context.getUnsafe(context, tag)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries of a record that has the type's names
  return { ports: Object.fromEntries(ports) as Ports, tables: Context.get(context, Tables) }
}

/** The ports as services take them. */
export const provided = (ports: Ports): Context.Context<RequestPorts | SenderPorts> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Ports` has a value for every tag
  Object.entries(tags).reduce(
    (context, [name, tag]) => Context.add(context, tag as never, ports[name as keyof Ports] as never),
    Context.empty()
  ) as Context.Context<RequestPorts | SenderPorts>

export type Step = <A, E>(name: string, step: Effect.Effect<A, E>) => Effect.Effect<A, E>

/** The same port with `around` about each of its steps. */
const wrapped = <S extends object>(port: string, service: S, around: Step): S => {
  const member = (method: string, value: unknown): unknown => {
    const name = `${port}.${method}`
    if (Effect.isEffect(value)) return around(name, value as Effect.Effect<unknown, unknown>)
    if (typeof value !== "function") return value
    return (...given: ReadonlyArray<unknown>) =>
      around(
        name,
        Effect.suspend((): Effect.Effect<unknown, unknown> => Reflect.apply(value, service, given))
      )
  }
  const members = Object.entries(service).map(([method, value]) => [method, member(method, value)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a method of a port takes anything and gives an Effect
  return Object.fromEntries(members) as S
}

export const around = (ports: Ports, step: Step): Ports => {
  const all = Object.entries(ports).map(([name, port]) => [name, wrapped(name, port, step)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries of a record that has the type's names
  return Object.fromEntries(all) as Ports
}
