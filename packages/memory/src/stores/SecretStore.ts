/** Secrets, in memory. A claim of the outbox reads the values. */
import { Clock, DateTime, Effect, Layer } from "effect"
import type { SecretHosts, SecretName } from "@formwork/domain/secrets/Secret"
import { SecretStore } from "@formwork/domain/secrets/SecretStore"
import type { SecretRecord } from "@formwork/domain/secrets/SecretStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { SecretNotFound } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { Tables } from "../Tables.ts"
import type { StoredSecret } from "../Tables.ts"

export const isGood = ({ endsAtMillis }: StoredSecret, nowMillis: number): boolean =>
  endsAtMillis === null || endsAtMillis > nowMillis

export const hostsOf = (values: ReadonlyArray<StoredSecret>): SecretHosts =>
  values.find(({ endsAtMillis }) => endsAtMillis === null)?.hosts ?? []

const record = (name: SecretName, values: ReadonlyArray<StoredSecret>, nowMillis: number): SecretRecord => {
  const current = values.find(({ endsAtMillis }) => endsAtMillis === null)
  const previous = values.find((value) => value.endsAtMillis !== null && isGood(value, nowMillis))
  return {
    name,
    hosts: hostsOf(values),
    setAt: DateTime.makeUnsafe(current?.setAtMillis ?? 0),
    previousUntil: previous?.endsAtMillis == null ? null : DateTime.makeUnsafe(previous.endsAtMillis)
  }
}

export const layer: Layer.Layer<SecretStore, never, Tables> = Layer.effect(
  SecretStore,
  Effect.map(Tables, ({ tenants }) => {
    const put: SecretStore["Service"]["put"] = (caller, name, sealed, overlapMillis, hosts) =>
      Effect.flatMap(AuditWriter.auditContext, (auditContext) => {
        const tenant = tenants.get(caller.organisationId)
        if (tenant === undefined) return Effect.die(new Error("no such organisation"))
        const { nowMillis } = auditContext
        const before = tenant.secrets.get(name) ?? []
        const previous = before
          .filter(({ endsAtMillis }) => endsAtMillis === null && overlapMillis > 0)
          .map((value) => ({ ...value, endsAtMillis: nowMillis + overlapMillis }))
        const values = [
          ...previous,
          { sealed, hosts: hosts ?? hostsOf(before), setAtMillis: nowMillis, endsAtMillis: null }
        ]
        tenant.secrets.set(name, values)
        AuditWriter.record(tenant, auditContext, caller, "secret.set", caller.organisationId, name)
        return Effect.succeed(record(name, values, nowMillis))
      })
    const setHosts = Effect.fnUntraced(function* (caller: Caller, name: SecretName, hosts: SecretHosts) {
      const auditContext = yield* AuditWriter.auditContext
      const tenant = tenants.get(caller.organisationId)
      const before = tenant?.secrets.get(name)
      if (tenant === undefined || before === undefined) return yield* new SecretNotFound()
      const values = before.map((value) => ({ ...value, hosts }))
      tenant.secrets.set(name, values)
      const detail = `${name}: ${hosts.join(", ")}`
      AuditWriter.record(tenant, auditContext, caller, "secret.hosts_changed", caller.organisationId, detail)
      return record(name, values, auditContext.nowMillis)
    })
    const remove = Effect.fnUntraced(function* (caller: Caller, name: SecretName) {
      const auditContext = yield* AuditWriter.auditContext
      const tenant = tenants.get(caller.organisationId)
      if (tenant?.secrets.delete(name) !== true) return yield* new SecretNotFound()
      AuditWriter.record(tenant, auditContext, caller, "secret.removed", caller.organisationId, name)
    })
    const list: SecretStore["Service"]["list"] = ({ organisationId }) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        [...(tenants.get(organisationId)?.secrets ?? [])]
          .map(([name, values]) => record(name, values, now))
          .sort((a, b) => (a.name < b.name ? -1 : 1))
      )
    return SecretStore.of({ put, setHosts, remove, list })
  })
)
