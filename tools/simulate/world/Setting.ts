/** What a world begins with: two organisations, each with people, keys and forms. */
import { Duration, Effect, Redacted } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import type { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { UploadId } from "@formwork/domain/filing/Upload"
import type { FormId } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import type { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { Organisations } from "@formwork/domain/people/Organisations"
import { Sessions } from "@formwork/domain/people/Sessions"
import { Users } from "@formwork/domain/people/Users"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import { definition } from "../orders/definition.ts"

/** Who has a token: a person with a session, or a client with a key. */
export interface Holder {
  readonly name: string
  token: Redacted.Redacted<string>
}

export interface Person extends Holder {
  readonly email: string
  readonly userId: UserId
}

export interface Client extends Holder {
  keyId: ApiKeyId
  /** How often it got a key that no rotation made: what it asked before is not repeated. */
  chain: number
}

export interface OrderForm {
  readonly id: FormId
  readonly code: string
  /** Of the version that was published last. */
  factor: number
}

export interface Organisation {
  readonly id: OrganisationId
  readonly letter: string
  readonly owner: Person
  readonly admin: Person
  readonly clients: readonly [Client, ...ReadonlyArray<Client>]
  readonly forms: readonly [OrderForm, OrderForm]
  /** Those that clients know of, and the request that filed each, to be repeated. */
  /** Files that clients have sent, whatever has become of them. */
  readonly papers: Array<UploadId>
  readonly submissions: Array<{ readonly id: SubmissionId; readonly repeat: Effect.Effect<unknown> }>
}

/** The same organisation, for a world of its own. */
export const copyOf = ({ admin, clients, forms, owner, ...organisation }: Organisation): Organisation => {
  const [first, ...others] = clients
  const [one, other] = forms
  return {
    ...organisation,
    owner: { ...owner },
    admin: { ...admin },
    clients: [{ ...first }, ...others.map((client) => ({ ...client }))],
    forms: [{ ...one }, { ...other }],
    papers: [],
    submissions: []
  }
}

/** The name of the secret that signs deliveries. */
export const signing = "signing"

/** The value of that secret: one for each number, which tells whose it is. 30 bytes in base64. */
export const signingValue = (letter: string, number: number) =>
  Redacted.make(SecretValue.make(`whsec_${letter}${String(number).padStart(39, "0")}`))

export const password = Redacted.make("correct horse battery")

export const clientPrivileges: ReadonlyArray<Privilege> = ["submission:read", "submission:write", "effect:read"]

export const found = Effect.fnUntraced(function* (letter: string) {
  const organisations = yield* Organisations
  const name = `Organisation ${letter}`
  const address = (who: string) => `${who}@${letter.toLowerCase()}.example`
  const { organisation, owner } = yield* organisations.found(name, { email: address("owner"), name: "Owner", password })
  const caller = Caller.operator(organisation.id, owner.id)
  const { id } = yield* Users.use((users) =>
    users.create(caller, { email: address("admin"), name: "Admin", role: "admin", password })
  )
  const person = Effect.fnUntraced(function* (who: string, userId: UserId) {
    const email = address(who)
    const { token } = yield* Sessions.use((sessions) =>
      sessions.signIn({ email, password, organisationId: organisation.id })
    )
    return { name: `${who} of ${letter}`, email, userId, token: token.text } satisfies Person
  })
  const client = Effect.fnUntraced(function* (number: number) {
    const request = { name: `Client ${number}`, privileges: clientPrivileges }
    const { key, token } = yield* ApiKeys.use((keys) => keys.create(caller, request))
    return { name: `client ${letter}${number}`, token: token.text, keyId: key.id, chain: 0 } satisfies Client
  })
  const form = Effect.fnUntraced(function* (number: number) {
    const forms = yield* Forms
    const code = `${letter}F${number}`
    const { id } = yield* forms.create(caller, definition(code, 1))
    yield* forms.publish(caller, id)
    return { id, code, factor: 1 } satisfies OrderForm
  })
  yield* Secrets.use((secrets) => secrets.put(caller, signing, signingValue(letter, 0), Duration.zero))
  return {
    id: organisation.id,
    letter,
    owner: yield* person("owner", owner.id),
    admin: yield* person("admin", id),
    clients: [yield* client(1), yield* client(2)],
    forms: [yield* form(1), yield* form(2)],
    papers: [],
    submissions: []
  } satisfies Organisation
})
