/**
 * After its use a secret is found nowhere: in no row of a table, not in the bytes sent to the server (its own log could show no
 * more than those), and not in our log, in any of the usual encodings.
 */
import { assert, layer } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Logger, Option, Redacted, References } from "effect"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Callers } from "@formwork/domain/credentials/Callers"
import * as Token from "@formwork/domain/credentials/Token"
import { Sessions } from "@formwork/domain/people/Sessions"
import { Invitations } from "@formwork/domain/people/Invitations"
import { Organisations } from "@formwork/domain/people/Organisations"
import { Users } from "@formwork/domain/people/Users"
import * as Services from "@formwork/domain/Services"
import * as Fixture from "@formwork/contract/Fixture"
import * as Server from "../src/database/Server.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { Raw, superuser } from "./Databases.ts"
import { proxy } from "./Proxy.ts"
import { passwords, ports, unoperated } from "./Subject.ts"

/** What our clients sent, and what we logged. */
class Overheard extends Context.Service<Overheard, { readonly sent: Array<Buffer>; readonly logged: Array<string> }>()(
  "test/Overheard"
) {}

const world = Layer.unwrap(
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    const overheard = { sent: Array<Buffer>(), logged: Array<string>() }
    const url = yield* proxy(admin, () => (sent) => overheard.sent.push(Buffer.from(sent)))
    const log = Logger.make(({ cause, message }) => {
      overheard.logged.push(`${JSON.stringify(message)} ${String(cause)} ${JSON.stringify(cause)}`)
    })
    return Services.layer.pipe(
      Layer.provideMerge(passwords),
      Layer.provideMerge(ports(Layer.mergeAll(Server.layer(url), Server.layerWorker(admin), unoperated))),
      Layer.provideMerge(
        Layer.merge(Layer.succeed(Overheard, overheard), Layer.effect(Raw, TestServer.connect(admin)))
      ),
      Layer.provideMerge(Layer.merge(Logger.layer([log]), Layer.succeed(References.MinimumLogLevel, "All")))
    )
  })
)

const definition = { title: "Roof", code: "ROOF", fields: [{ slug: "area", type: "number" }] }

/** Runs every operation with credentials. Gives the secrets that must not be found afterwards. */
const used = Effect.gen(function* () {
  const organisations = yield* Organisations
  const sessions = yield* Sessions
  const callers = yield* Callers
  const keys = yield* ApiKeys
  const users = yield* Users
  const invitations = yield* Invitations
  const forms = yield* Forms
  const submissions = yield* Submissions
  const secrets: Array<string> = []
  const secret = (text: string) => {
    secrets.push(text)
    return Redacted.make(text)
  }
  const password = secret("correct horse battery staple")
  const next = secret("pâssword / with+signs & ünicode?")
  const email = "edith@ashworth.example"
  const founder = { email, name: "Edith", password }
  const { organisation, owner } = yield* organisations.found("Ashworth", founder)
  const signIn = (word: typeof password) => sessions.signIn({ email, password: word, organisationId: organisation.id })
  const admitted = ({ text }: { readonly text: typeof password }) =>
    Effect.map(callers.authenticate(secret(Redacted.value(text))), ({ caller }) => caller)

  yield* Effect.flip(signIn(secret("a wrong password")))
  const edith = yield* admitted((yield* signIn(password)).token)
  const olive = {
    email: "olive@ashworth.example",
    name: "Olive",
    role: "admin" as const,
    password: secret("olive's own word")
  }
  const { id } = yield* users.create(edith, olive)
  yield* Effect.flip(users.create(edith, olive))
  yield* users.changePassword(edith, { current: password, next })
  yield* Effect.flip(
    users.changePassword(edith, { current: secret("not the current"), next: secret("never set at all") })
  )
  const again = yield* admitted((yield* signIn(next)).token)

  const { delivery, user } = yield* invitations.invite(again, {
    email: "ada@ashworth.example",
    name: "Ada",
    role: "viewer"
  })
  if (delivery.by !== "caller") return yield* Effect.die(new Error("there is no mail server here"))
  secret(Redacted.value(delivery.token))
  const adas = secret("Ada's own first password")
  const parsed = Option.getOrThrow(Token.parseInvitation(Fixture.prefixes, delivery.token))
  const wrong = (yield* Fixture.forged(parsed)).text
  yield* Effect.flip(invitations.accept(secret(Redacted.value(wrong)), adas))
  yield* keys.report(wrong)
  yield* invitations.accept(delivery.token, adas)
  yield* Effect.flip(invitations.accept(delivery.token, adas))
  const renewed = yield* invitations.renew(again, user.id)
  if (renewed.delivery.by !== "caller") return yield* Effect.die(new Error("there is no mail server here"))
  secret(Redacted.value(renewed.delivery.token))
  yield* Effect.logInfo(delivery, renewed, wrong)
  yield* keys.report(renewed.delivery.token)

  const created = yield* keys.create(again, { name: "Web", privileges: ["submission:write", "apikey:write"] })
  const machine = yield* admitted(created.token)
  const rotation = { overlap: Duration.hours(1), name: undefined, expiresAt: undefined }
  const rotated = yield* keys.rotate(machine, created.key.id, rotation)
  yield* admitted(rotated.token)
  const form = yield* forms.create(again, definition)
  yield* forms.publish(again, form.id)
  yield* submissions.create(machine, form.id, { data: { area: 1 }, draft: false, idempotencyKey: "a" })
  for (const token of [created.token, rotated.token]) {
    yield* Effect.flip(callers.authenticate(secret(Redacted.value((yield* Fixture.forged(token)).text))))
    yield* keys.report(secret(Redacted.value((yield* Fixture.forged(token)).text)))
  }
  yield* keys.report(rotated.token.text)
  yield* keys.revoke(again, created.key.id)
  yield* Effect.flip(callers.authenticate(created.token.text))
  yield* users.deactivate(Caller.operator(organisation.id, owner.id), id)
  yield* sessions.signOut(again)
  yield* Effect.logInfo(created, rotated, again, founder)
  return secrets
})

/** A password as a whole; of a token's random part several stretches, because a part of it would already do harm. */
const parts = (secret: string): ReadonlyArray<string> =>
  /^fw[ksi]_[0-9A-Za-z]{93}$/u.test(secret) ? [48, 56, 64, 72, 75].map((at) => secret.slice(at, at + 16)) : [secret]

/** The encodings in which a text may be found. */
const forms = (text: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(text, "utf8")
  const base64 = [bytes, Buffer.concat([Buffer.from("x"), bytes]), Buffer.concat([Buffer.from("xx"), bytes])].flatMap(
    // In the middle of something longer, a text is shifted by up to two bytes; the first and last digits are its neighbours'.
    (shifted) => [shifted.toString("base64").slice(4, -4), shifted.toString("base64url").slice(4, -4)]
  )
  return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), bytes.toString("hex"), ...base64]
}

const everyRow = Effect.gen(function* () {
  const tables = yield* superuser(`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`)
  const dumps = yield* Effect.forEach(tables, ({ name }) =>
    superuser(`select t::text as row, to_json(t)::text as json from ${String(name)} t`)
  )
  return dumps.flat().map(({ json, row }) => `${String(row)} ${String(json)}`)
})

layer(world, { excludeTestServices: true })("canary", (it) => {
  it.effect(
    "after every operation with credentials, no token and no password is in a row, in the bytes sent or in the log",
    () =>
      Effect.gen(function* () {
        const secrets = yield* used
        const overheard = yield* Overheard
        const places = {
          rows: (yield* everyRow).join("\n"),
          sent: Buffer.concat(overheard.sent).toString("latin1"),
          logged: overheard.logged.join("\n")
        }
        assert.isAtLeast(secrets.length, 16)
        assert.include(places.rows, "edith@ashworth.example")
        assert.include(places.sent, "edith@ashworth.example")
        assert.include(places.logged, "Edith")
        for (const secret of secrets) {
          for (const part of parts(secret)) {
            for (const form of forms(part)) {
              const bytes = Buffer.from(form, "utf8").toString("latin1")
              for (const [place, text] of Object.entries(places)) {
                assert.isFalse(text.includes(place === "sent" ? bytes : form), `${place} has ${part} as ${form}`)
              }
            }
          }
        }
      })
  )
})
