/**
 * The secret text of a key, a session or an invitation: `<prefix>_` and 93 base-62 characters (spec/http.md §3.1):
 * the organisation's id (22), the credential's id (22), 256 random bits (43), the CRC-32 of all characters before it (6).
 */
import { Context, Effect, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { OrganisationId } from "../callers/Ids.ts"
import * as Base62 from "./Base62.ts"
import { crc32 } from "./Crc32.ts"
import * as UuidDigits from "./uuidDigits.ts"

const secretWidth = 43
const checksumWidth = 6
const largestSecret = Base62.encode((1n << 256n) - 1n, secretWidth)
const bodyWidth = 2 * UuidDigits.width + secretWidth + checksumWidth

/** A prefix names what a token is for and nothing else: two to twelve lower-case letters. */
export const Prefix = Schema.String.check(Schema.isPattern(/^[a-z]{2,12}$/u))

/** What can authenticate a request. Keys and sessions differ only in their prefix (spec/http.md §3.1). */
export type CredentialKind = "api_key" | "session"

/** What a token belongs to. An invitation is not a credential: it only sets a password, once. */
export type Kind = CredentialKind | "invitation"

/** How the tokens of each kind begin. No two may be the same. */
export type Prefixes = { readonly [K in Kind]: string }

/** How this process's tokens begin; configurable. Tokens made under another prefix stop working. */
export const TokenPrefixes = Context.Reference<Prefixes>("@formwork/domain/credentials/TokenPrefixes", {
  defaultValue: () => ({ api_key: "fwk", session: "fws", invitation: "fwi" })
})

/** A well-formed token. A store still has to check what it claims. */
export interface Token<out K extends Kind = CredentialKind> {
  readonly kind: K
  readonly organisationId: OrganisationId
  readonly credentialId: string
  /** The whole token, prefix included. */
  readonly text: Redacted.Redacted<string>
}

/** As `OrganisationId` checks it: the version is 7, the variant that of RFC 9562. */
const isUuidV7 = (uuid: string): uuid is OrganisationId => uuid.charAt(14) === "7" && "89ab".includes(uuid.charAt(19))

const idOf = (digits: string): OrganisationId | undefined => {
  const uuid = UuidDigits.decode(digits)
  return uuid !== undefined && isUuidV7(uuid) ? uuid : undefined
}

const checksum = (text: string): string => Base62.encodeSmall(crc32(text), checksumWidth)

const credentials: ReadonlyArray<CredentialKind> = ["api_key", "session"]

/** Makes a new token for a credential, or for an invitation. */
export const mint = Effect.fnUntraced(function* <K extends Kind>(
  prefixes: Prefixes,
  kind: K,
  organisationId: OrganisationId,
  credentialId: string
) {
  const random = yield* SecureRandom.SecureRandom
  const bytes = yield* random.randomBytes(32)
  const secret = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
  const head = `${prefixes[kind]}_${UuidDigits.encode(organisationId)}${UuidDigits.encode(credentialId)}${Base62.encode(secret, secretWidth)}`
  const token: Token<K> = {
    kind,
    organisationId,
    credentialId,
    text: Redacted.make(head + checksum(head), { label: "token" })
  }
  return token
})

/** Reads a credential's token. None where it is malformed, has another prefix or a wrong checksum. Asks no store. */
export const parse = (prefixes: Prefixes, text: Redacted.Redacted<string>): Option.Option<Token> =>
  parseAs(prefixes, credentials, text)

/** Reads an invitation's token in the same way. */
export const parseInvitation = (
  prefixes: Prefixes,
  text: Redacted.Redacted<string>
): Option.Option<Token<"invitation">> => parseAs(prefixes, ["invitation"], text)

const parseAs = <K extends Kind>(
  prefixes: Prefixes,
  kinds: ReadonlyArray<K>,
  text: Redacted.Redacted<string>
): Option.Option<Token<K>> => {
  const value = Redacted.value(text)
  const kind = kinds.find((candidate) => value.startsWith(`${prefixes[candidate]}_`))
  if (kind === undefined) return Option.none()
  const prefix = prefixes[kind]
  if (value.length !== prefix.length + 1 + bodyWidth) return Option.none()
  const head = value.slice(0, -checksumWidth)
  const body = value.slice(prefix.length + 1)
  const organisationId = idOf(body.slice(0, UuidDigits.width))
  const credentialId = idOf(body.slice(UuidDigits.width, 2 * UuidDigits.width))
  if (organisationId === undefined || credentialId === undefined) return Option.none()
  if (!Base62.isAtMost(body.slice(2 * UuidDigits.width, 2 * UuidDigits.width + secretWidth), largestSecret))
    return Option.none()
  if (checksum(head) !== value.slice(-checksumWidth)) return Option.none()
  return Option.some({ kind, organisationId, credentialId, text })
}

/** The part of a token that may be shown later: its prefix and its last four characters. */
export const hint = ({ text }: Pick<Token, "text">): string => {
  const value = Redacted.value(text)
  return `${value.slice(0, value.indexOf("_"))}_…${value.slice(-4)}`
}
