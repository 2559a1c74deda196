/** What `formwork organisation` does. */
import { Console, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import type { HostedOrganisation } from "@formwork/domain/hosting/HostedOrganisation"
import { HostedOrganisations } from "@formwork/domain/hosting/HostedOrganisations"
import type { FoundedOrganisation } from "@formwork/domain/hosting/HostedOrganisations"
import { Email, OrganisationName } from "@formwork/domain/people/Organisation"
import * as Server from "@formwork/postgres/database/Server"
import * as Logs from "../logs/Logs.ts"
import { databaseUrl } from "../settings/databaseUrl.ts"
import type { Settings } from "../settings/Settings.ts"
import { usable } from "../settings/dataFolder.ts"
import { asStartupFailure, StartupFailure } from "../StartupFailure.ts"
import * as Wiring from "../Wiring.ts"
import { introduction, ways } from "./introduction.ts"
import { readPassword } from "./readPassword.ts"

export interface Creation {
  readonly name: string
  readonly owner: string
  readonly ownerName: Option.Option<string>
  readonly passwordFile: Option.Option<string>
  /** Whether to migrate the database first. */
  readonly migrate: boolean
  readonly json: boolean
}

const check = <A extends string>(schema: Schema.Schema<A>, flag: string, must: string) => {
  const isValid = Schema.is(schema)
  return (text: string) =>
    isValid(text) ? Effect.void : Effect.fail(new StartupFailure({ message: `${flag} must be ${must}.` }))
}

const aName = "1 to 200 characters, none of them a control character"
const checkName = check(OrganisationName, "--name", aName)
const checkOwner = check(Email, "--owner", "an e-mail address")
const checkOwnerName = check(OrganisationName, "--owner-name", aName)

/** A person reads what the command prints: progress is no part of it, unless it is asked for. */
const logs = ({ logLevel }: Settings) => Logs.layer(logLevel === "Info" ? "Warn" : logLevel)

/**
 * Runs `work` as the operator, without a server.
 * @param unmigrated what the command says in addition about a database that lacks migrations.
 */
const operating = <A>(
  settings: Settings,
  invites: boolean,
  work: Effect.Effect<A, StartupFailure, HostedOrganisations>,
  unmigrated = ""
) =>
  usable(settings).pipe(
    Effect.andThen(Effect.provide(work, Wiring.hosting(settings, invites))),
    Effect.mapError((failure) => {
      const isUnmigrated = failure._tag === "StartRefused" && failure.reason === "not_migrated"
      return new StartupFailure({ message: `${failure.message}${isUnmigrated ? unmigrated : ""}` })
    }),
    Effect.provide(logs(settings))
  )

const migrateFirst = Effect.fnUntraced(function* (settings: Settings) {
  const url = yield* databaseUrl(settings)
  if (Option.isSome(url)) yield* Server.migrate(url.value).pipe(asStartupFailure)
})

const asJson = ({ createdAt, suspendedAt, ...organisation }: HostedOrganisation) => ({
  ...organisation,
  createdAt: DateTime.formatIso(createdAt),
  suspendedAt: suspendedAt === null ? null : DateTime.formatIso(suspendedAt)
})

const foundedAsJson = ({ invitation, organisation, owner }: FoundedOrganisation) => ({
  organisation: asJson(organisation),
  owner,
  ...(invitation === undefined
    ? {}
    : {
        invitation: {
          token: Redacted.value(invitation.token),
          ...(invitation.link === undefined ? {} : { link: Redacted.value(invitation.link) }),
          expiresAt: DateTime.formatIso(invitation.expiresAt)
        }
      })
})

export const create = Effect.fn("organisation.create")(function* (settings: Settings, creation: Creation) {
  const { json, name, owner: email, passwordFile } = creation
  yield* checkName(name)
  yield* checkOwner(email)
  const ownerName = Option.getOrElse(creation.ownerName, () => email)
  yield* checkOwnerName(ownerName)
  const password = Option.isSome(passwordFile) ? yield* readPassword(passwordFile.value) : undefined
  if (creation.migrate) yield* Effect.provide(migrateFirst(settings), logs(settings))
  const founding = HostedOrganisations.use((organisations) =>
    organisations.found(name, { email, name: ownerName, ...(password === undefined ? {} : { password }) })
  ).pipe(
    Effect.mapError((refusal) => {
      const message =
        refusal._tag === "OrganisationNameTaken"
          ? `There is an organisation called ${JSON.stringify(name)} already; nothing was founded.`
          : `The installation has ${refusal.limit} organisations, as many as it may have.`
      return new StartupFailure({ message })
    })
  )
  const founded = yield* operating(settings, password === undefined, founding, " `--migrate` does that too.")
  yield* Console.log(json ? JSON.stringify(foundedAsJson(founded)) : introduction(founded, settings))
})

/** How many organisations are read at once. */
const page = 1_000

const listAll = Effect.gen(function* () {
  const organisations = yield* HostedOrganisations
  const all: Array<HostedOrganisation> = []
  for (;;) {
    const before = all.at(-1)?.id
    const found = yield* organisations.list({ limit: page, ...(before === undefined ? {} : { before }) })
    all.push(...found)
    if (found.length < page) return all
  }
})

const table = (organisations: ReadonlyArray<HostedOrganisation>): string => {
  const rows = organisations.map(({ createdAt, id, name, suspendedAt }) => [
    name,
    id,
    DateTime.formatIsoDateUtc(createdAt),
    suspendedAt === null ? "" : `suspended since ${DateTime.formatIso(suspendedAt)}`
  ])
  const lines = [["NAME", "ID", "FOUNDED", ""], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

export const list = Effect.fn("organisation.list")(function* (settings: Settings, json: boolean) {
  const all = yield* operating(settings, false, listAll)
  if (json) return yield* Effect.forEach(all, (one) => Console.log(JSON.stringify(asJson(one))), { discard: true })
  if (all.length > 0) return yield* Console.log(table(all))
  return yield* Console.log("There are no organisations: `formwork organisation create` founds one.")
})

const isId = Schema.is(OrganisationId)

/** The id of the organisation that a person named by its id or its name. */
const idOf = Effect.fnUntraced(function* (named: string) {
  if (isId(named)) return named
  const organisations = yield* HostedOrganisations
  const [first, ...others] = yield* organisations.list({ limit: 10, name: named })
  if (first === undefined)
    return yield* new StartupFailure({ message: `There is no organisation called ${JSON.stringify(named)}.` })
  if (others.length > 0) {
    const ids = [first, ...others].map(({ id }) => id)
    return yield* new StartupFailure({
      message: `Several organisations are called ${JSON.stringify(named)}; name one by its id: ${ids.join(", ")}.`
    })
  }
  return first.id
})

/** Makes another invitation for an owner of the organisation with this name or id. */
export const invite = Effect.fn("organisation.invite")(function* (
  settings: Settings,
  {
    json,
    owner,
    organisation: named
  }: { readonly organisation: string; readonly owner: string; readonly json: boolean }
) {
  yield* checkOwner(owner)
  const inviting = Effect.gen(function* () {
    const organisations = yield* HostedOrganisations
    const id = yield* idOf(named)
    return yield* organisations.invite(id, owner).pipe(
      Effect.mapError(({ _tag }) => {
        const message =
          _tag === "UserNotFound"
            ? `${JSON.stringify(named)} has no active owner with the address ${owner}.`
            : `There is no organisation with the id ${id}.`
        return new StartupFailure({ message })
      })
    )
  })
  const invited = yield* operating(settings, true, inviting)
  yield* Console.log(json ? JSON.stringify(foundedAsJson(invited)) : ways(invited, settings).join("\n\n"))
})

/** Suspends or resumes the organisation with this name or id. */
export const setSuspended = Effect.fn("organisation.setSuspended")(function* (
  settings: Settings,
  named: string,
  isSuspended: boolean
) {
  const changing = Effect.gen(function* () {
    const organisations = yield* HostedOrganisations
    const id = yield* idOf(named)
    return yield* (isSuspended ? organisations.suspend : organisations.resume)(id).pipe(
      Effect.mapError(() => new StartupFailure({ message: `There is no organisation with the id ${id}.` }))
    )
  })
  const { id, name } = yield* operating(settings, false, changing)
  yield* Console.log(
    isSuspended
      ? `${JSON.stringify(name)} (${id}) is suspended: its keys, sessions and invitations are refused, and its effects wait.`
      : `${JSON.stringify(name)} (${id}) is active: its keys, sessions and invitations work, and its effects are sent.`
  )
})
