/**
 * What `serve` refuses of settings that can each be read, without a look at a database, a port or a folder. `formwork settings` and
 * `formwork doctor` ask the same, so that all three agree (docs/decisions/0186).
 */
import { Effect, Option } from "effect"
import * as Smtp from "@formwork/outbound/notification/Smtp"
import * as Address from "@formwork/postgres/database/Address"
import type { Complaint } from "../settings/Complaint.ts"
import { isPostgres, primaryOfStandby } from "../settings/databaseUrl.ts"
import { mailSettings } from "../settings/mailSettings.ts"
import * as Pepper from "../settings/Pepper.ts"
import { processes } from "../settings/processes.ts"
import { redisUrl } from "../settings/redisUrl.ts"
import * as SecretsKey from "../settings/SecretsKey.ts"
import type { Settings } from "../settings/Settings.ts"
import { table } from "../settings/SettingsTable.ts"
import { StartupFailure } from "../StartupFailure.ts"

interface Rule {
  readonly about: keyof Settings
  /** Fails with a sentence. */
  readonly check: (settings: Settings) => Effect.Effect<unknown, { readonly message: string }>
}

type Url = "databaseUrl" | "databaseReadUrl" | "workerDatabaseUrl" | "operatorDatabaseUrl"

/** Also where nothing uses it yet: what is set is meant. */
const address = (about: Url): Rule => ({
  about,
  check: Effect.fnUntraced(function* (settings) {
    const { allowed, name } = table[about]
    const url = settings[about]
    if (Option.isNone(url)) return
    // As the commands say it that read no other address.
    if (about === "databaseUrl" && !isPostgres(url.value))
      return yield* new StartupFailure({ message: `${name} must be ${allowed}.` })
    yield* Address.parse(url.value, about === "databaseReadUrl" ? "reads" : "writes")
  })
})

const mail = (
  about: "smtpUrl" | "mailFrom",
  check: (server: Parameters<typeof Smtp.read>[0], from: string) => Effect.Effect<unknown, Smtp.MailSettingsInvalid>
): Rule => ({
  about,
  check: ({ mailFrom, smtpUrl }) =>
    Option.match(Option.all([smtpUrl, mailFrom]), {
      onNone: () => Effect.void,
      onSome: ([server, from]) => check(server, from)
    })
})

/** Whether two servers of this machine would take the same addresses. */
const overlap = (one: string, other: string): boolean =>
  one === other || [one, other].some((host) => host === "0.0.0.0" || host === "::")

const ownPort = ({ adminHost, adminPort, host, port }: Settings) =>
  Option.isSome(adminPort) && port !== 0 && adminPort.value === port && overlap(host, adminHost)
    ? Effect.fail(new StartupFailure({ message: "ADMIN_PORT must differ from PORT." }))
    : Effect.void

/** In the order in which an operator would mend them. */
const rules: ReadonlyArray<Rule> = [
  { about: "adminPort", check: ownPort },
  { about: "processes", check: processes },
  address("databaseUrl"),
  { about: "databaseReadUrl", check: primaryOfStandby },
  address("databaseReadUrl"),
  address("workerDatabaseUrl"),
  address("operatorDatabaseUrl"),
  { about: "keyPepper", check: Pepper.checked },
  { about: "secretsKey", check: SecretsKey.checked },
  { about: "redisUrl", check: redisUrl },
  { about: "mailFrom", check: mailSettings },
  mail("mailFrom", (_, from) => Smtp.sender(from)),
  mail("smtpUrl", (server) => Smtp.read(server))
]

/** What is wrong with these settings, for a server. */
export const complaints = (settings: Settings): Effect.Effect<ReadonlyArray<Complaint>> =>
  Effect.forEach(rules, ({ about, check }) =>
    Effect.match(check(settings), {
      onSuccess: (): ReadonlyArray<Complaint> => [],
      onFailure: ({ message }) => [{ names: [table[about].name], message }]
    })
  ).pipe(Effect.map((found) => found.flat()))
