/** The system under test: a database, servers, workers, receivers, and an organisation with forms. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Duration, Effect, Logger, Redacted, Result } from "effect"
import { randomBytes } from "node:crypto"
import { SecretName, SecretValue } from "@formwork/domain/secrets/Secret"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Organisations } from "@formwork/domain/people/Organisations"
import { settings } from "../../../apps/server/src/settings/Settings.ts"
import * as Wiring from "../../../apps/server/src/Wiring.ts"
import type { Plan } from "../Plan.ts"
import type { Service } from "./Client.ts"
import * as Databases from "./Database.ts"
import type { Database } from "./Database.ts"
import * as Fleet from "./Fleet.ts"
import type { Member } from "./Fleet.ts"
import { definition, kinds, secretName } from "./Forms.ts"
import * as Mailboxes from "./Mailbox.ts"
import * as Poolers from "./Pooler.ts"
import type { Pooler } from "./Pooler.ts"
import * as Pacings from "./Pacing.ts"
import type { Pacing } from "./Pacing.ts"
import * as Receivers from "./Receivers.ts"
import type { Receiver } from "./Receivers.ts"
import * as Wires from "./Wire.ts"
import type { Wire } from "./Wire.ts"

export interface World {
  readonly database: Database
  /** The proxy between the first server and the database. */
  readonly wire: Wire
  /** The pooler between the second server, the second worker and the database, or the reason why there is none. */
  readonly pooler: Result.Result<Pooler, string>
  readonly servers: ReadonlyArray<Member>
  readonly workers: ReadonlyArray<Member>
  /** The receivers of requests, and a mail server. */
  readonly receivers: ReadonlyArray<Receiver>
  readonly service: Service
  readonly pacing: Pacing
}

const receiverCount = 4

const environment = (url: string, smtp: string) => ({
  DATABASE_URL: url,
  KEY_PEPPER: "a pepper of at least 32 characters",
  RATE_LIMIT_PER_MINUTE: "1000000",
  PORT: "0",
  ADMIN_PORT: "0",
  LOG_LEVEL: "Error",
  SMTP_URL: smtp,
  MAIL_FROM: "Faults <faults@sender.example>",
  OUTBOUND_ALLOW_HTTP: "true",
  OUTBOUND_ALLOW_PRIVATE: "true",
  WORKER_LEASE_SECONDS: "5",
  WORKER_POLL: "100 millis",
  // Long enough that an outage of a minute and a half makes no effect dead.
  WORKER_RETRY_WAITS: ["200 millis", ...Array.from({ length: 90 }, () => "1 second")].join(", ")
})

/** Makes the organisation, its forms and a key through the domain's services, without HTTP. */
const organisation = (
  environment: Readonly<Record<string, string>>,
  receivers: ReadonlyArray<Receiver>,
  secret: string
) =>
  Effect.gen(function* () {
    const chosen = yield* settings
    return yield* Effect.gen(function* () {
      const { organisation, owner } = yield* Organisations.use((all) =>
        all.found("Ashworth", { email: "edith@ashworth.example", name: "Edith" })
      )
      const operator = Caller.operator(organisation.id, owner.id)
      const value = Redacted.make(SecretValue.make(secret))
      yield* Secrets.use((all) => all.put(operator, SecretName.make(secretName), value, Duration.zero))
      const forms = yield* Forms
      const urls = receivers.map(({ url }) => url)
      const ids = yield* Effect.forEach(kinds, (kind) =>
        Effect.gen(function* () {
          const { id } = yield* forms.create(operator, definition(kind, urls))
          yield* forms.publish(operator, id)
          return [kind.code, id] as const
        })
      )
      const { token } = yield* ApiKeys.use((all) =>
        all.create(operator, { name: "Faults", privileges: ["submission:read", "submission:write"] })
      )
      return { forms: new Map<string, string>(ids), token: Redacted.value(token.text) }
    }).pipe(Effect.provide(Wiring.services(chosen)))
  }).pipe(
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment))),
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([])),
    Effect.orDie
  )

/**
 * Starts all of it, until the scope ends.
 * @param strange is called for each error of a process.
 */
export const make = Effect.fnUntraced(function* (
  { disk, maxPending }: Pick<Plan, "disk" | "maxPending">,
  strange: (says: string) => void
) {
  const secret = `whsec_${randomBytes(32).toString("base64")}`
  const receivers = yield* Effect.forEach(Array.from({ length: receiverCount }), () => Receivers.make(secret))
  const mailbox = yield* Mailboxes.make
  const database = yield* Databases.make(disk)
  const wire = yield* Wires.make(database.url)
  const pooler = yield* Poolers.make(database.url)
  const pooled = (login: "formwork_api" | "formwork_worker") =>
    Result.isSuccess(pooler) ? pooler.success.settings(login) : {}
  const made = yield* organisation(environment(database.url, mailbox.url), receivers, secret)
  const member = (name: string, command: "serve" | "worker", url: string, more: Record<string, string> = {}) =>
    Fleet.make(name, command, { ...environment(url, mailbox.url), ...more }, strange)
  const { servers, workers } = yield* Effect.all(
    {
      servers: Effect.all(
        [
          member("server 1", "serve", wire.through(database.url)),
          member("server 2", "serve", database.url, { WORKERS: "0", ...pooled("formwork_api") })
        ],
        { concurrency: "unbounded" }
      ),
      workers: Effect.all(
        [
          member("worker 1", "worker", database.url),
          member("worker 2", "worker", database.url, pooled("formwork_worker"))
        ],
        {
          concurrency: "unbounded"
        }
      )
    },
    { concurrency: "unbounded" }
  )
  const addresses = () => servers.flatMap(({ address }) => address() ?? [])
  return {
    database,
    wire,
    pooler,
    servers,
    workers,
    receivers: [...receivers, mailbox],
    service: { ...made, addresses },
    pacing: Pacings.make(maxPending)
  } satisfies World
})
