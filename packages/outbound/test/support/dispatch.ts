/** A firing to send, its secrets, and HTTP that may reach this machine. */
import { Effect, Layer, Redacted } from "effect"
import { FiringId } from "@formwork/domain/filing/Firing"
import { type SecretHosts, SecretMissing, type SecretResolver, type SecretValue } from "@formwork/domain/secrets/Secret"
import type { Dispatch } from "@formwork/domain/sending/Sender"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { Http } from "@formwork/outbound/http/Http"
import { OutboundPolicy, production } from "@formwork/outbound/http/Policy"

export const dispatch: Dispatch = {
  id: FiringId.make("01890a5d-ac96-774b-bcce-b302099a8057"),
  organisationId: OrganisationId.make("01890a5d-ac96-774b-bcce-b302099a8058"),
  attempt: 1,
  attachments: [],
  sentAtMillis: Date.parse("2026-11-21T13:00:05Z")
}

/** Each name's values, the current one first. @param hosts of each of them. */
export const secrets =
  (
    named: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>>,
    hosts: SecretHosts = []
  ): SecretResolver =>
  (name) => {
    const found = named[name]
    if (found === undefined) return Effect.fail(new SecretMissing({ name }))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests also send values that the domain does not accept
    const redacted = (value: string) => Redacted.make(value as SecretValue)
    const [current, ...others] = found
    return Effect.succeed({ values: [redacted(current), ...others.map(redacted)], hosts })
  }

export const localHttp = Http.layer.pipe(
  Layer.provide(Layer.succeed(OutboundPolicy, { ...production, allowHttp: true, allowPrivate: true }))
)
