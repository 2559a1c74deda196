/** Where a server and its operator's port listen. */
import { Effect, Layer, Option } from "effect"
import type { Context } from "effect"
import { HttpServer } from "effect/http"
import * as Health from "@formwork/http/health/Health"
import * as OperatorRoutes from "@formwork/http/operator/OperatorRoutes"
import { table } from "./settings/SettingsTable.ts"
import type { Settings } from "./settings/Settings.ts"
import { StartupFailure } from "./StartupFailure.ts"

export interface Address {
  readonly host: string
  readonly port: number
  /** What the names of its settings begin with. */
  readonly prefix: "" | "ADMIN_"
}

/** Where the API listens; port 0 is any that is free. */
export const main = ({ host, port }: Settings): Address => ({ host, port, prefix: "" })

/** Where health and metrics are. */
export const admin = ({ adminHost: host, adminPort, port }: Settings): Address => ({
  host,
  port: Option.getOrElse(adminPort, () => (port === 0 || port === 65_535 ? 0 : port + 1)),
  prefix: "ADMIN_"
})

/**
 * Health and metrics, listening on a port of their own.
 * @param answers whether the database answers.
 */
export const health = (settings: Settings, answers: Effect.Effect<boolean>) =>
  withOthers(settings, answers, Layer.empty)

/** The same, with the operator's calls where there is a token for them. */
export const operated = (settings: Settings, answers: Effect.Effect<boolean>) =>
  withOthers(
    settings,
    answers,
    Option.match(settings.operatorTokenHash, { onNone: () => Layer.empty, onSome: OperatorRoutes.layer })
  )

const withOthers = <R>(settings: Settings, answers: Effect.Effect<boolean>, others: Layer.Layer<never, never, R>) => {
  const address = admin(settings)
  return Health.layer(address, others).pipe(
    Layer.catch(({ cause }) => cannotListen(address, cause)),
    Layer.provideMerge(Health.Readiness.layer(answers))
  )
}

/** Where a server listens. */
export const addressOf = (server: Context.Context<HttpServer.HttpServer>): Effect.Effect<string> =>
  HttpServer.addressFormattedWith(Effect.succeed).pipe(Effect.provide(server))

/** Says why a port cannot be listened on, and what to do. */
export const cannotListen = (address: Address, cause: unknown) =>
  Layer.effect(HttpServer.HttpServer, new StartupFailure({ message: complaint(address, cause) }))

export const complaint = ({ host, port, prefix }: Address, cause: unknown): string => {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined
  const name = `${prefix}PORT`
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is taken: end what listens there, or set ${name} to another.`
  if (code === "EACCES") return `Port ${port} needs more rights than this process has: set ${name} to 1024 or above.`
  return `${host} cannot be listened on: ${prefix}HOST must be ${table.host.allowed} (${String(code ?? cause)}).`
}
