/** What a new organisation's owner needs to get in, as text for a person. */
import { DateTime, Option, Redacted } from "effect"
import type { OwnerInvitation } from "@formwork/domain/people/Founding"
import type { NewUser, Organisation } from "@formwork/domain/people/Organisation"
import type { Settings } from "../settings/Settings.ts"

export interface NewOrganisation {
  readonly organisation: Organisation
  readonly owner: NewUser
  /** Undefined where the owner has a password. */
  readonly invitation: OwnerInvitation | undefined
}

/** Where a server with these settings answers, as seen from its own machine. */
const addressOf = ({ host, port }: Settings): string => {
  const seen = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host
  return `http://${seen.includes(":") ? `[${seen}]` : seen}:${port}`
}

const post = (address: string, path: string, body: unknown): string =>
  `curl -sS '${address}/api/platform/${path}' -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`

const placeholder = "<password>"

const inviting = (address: string, owner: NewUser, { expiresAt, link, token }: OwnerInvitation): string => {
  const secret = Redacted.value(token)
  const way =
    link === undefined
      ? `Set a password of at least 12 characters with it, while a server runs:\n\n${post(address, "invitations/accept", { token: secret, password: placeholder })}`
      : `Or open this link:\n\n${Redacted.value(link)}`
  return `An invitation for ${owner.email}, shown this once; it can be used until ${DateTime.formatIso(expiresAt)}:

${secret}

${way}`
}

/** For a new organisation. Only a text with an invitation has a secret. */
export const introduction = (founded: NewOrganisation, settings: Settings): string => {
  const { organisation, owner } = founded
  const first = `The organisation ${JSON.stringify(organisation.name)} is founded. Its id is ${organisation.id}, its owner ${owner.email}.`
  return [first, ...ways(founded, settings)].join("\n\n")
}

/** How the owner gets in. */
export const ways = (
  { invitation, organisation, owner }: NewOrganisation,
  settings: Settings
): ReadonlyArray<string> => {
  const address = addressOf(settings)
  const signIn = { email: owner.email, password: placeholder, organisation: organisation.id }
  return [
    ...(invitation === undefined ? [] : [inviting(address, owner, invitation)]),
    ...(invitation !== undefined && Option.isSome(settings.appUrl)
      ? []
      : [`Sign in, which answers the token for everything else:\n\n${post(address, "sessions", signIn)}`])
  ]
}
