/** The published scanner rules find every token, and nothing else (docs/token-scanning; spec/http.md §3.1). */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { readFileSync } from "node:fs"
import { parse } from "smol-toml"
import * as Token from "@formwork/domain/credentials/Token"
import { OrganisationId } from "@formwork/domain/callers/Ids"

const file = (name: string): string =>
  readFileSync(new URL(`../../../../docs/token-scanning/${name}`, import.meta.url), "utf8")

const Gitleaks = Schema.Struct({
  rules: Schema.Array(Schema.Struct({ regex: Schema.String, keywords: Schema.Array(Schema.String) }))
})
const gitleaksRules = Schema.decodeUnknownSync(Gitleaks)(parse(file("gitleaks.toml"))).rules

/** Works like gitleaks: a rule is tried on a text that has one of its keywords. */
const gitleaks = (text: string): ReadonlyArray<string> =>
  gitleaksRules.flatMap(({ keywords, regex }) =>
    keywords.some((word) => text.toLowerCase().includes(word)) ? (text.match(new RegExp(regex, "g")) ?? []) : []
  )

const Secretlint = Schema.Struct({
  rules: Schema.Array(
    Schema.Struct({
      options: Schema.Struct({ patterns: Schema.Array(Schema.Struct({ patterns: Schema.Array(Schema.String) })) })
    })
  )
})
const secretlintRules = Schema.decodeUnknownSync(Secretlint)(JSON.parse(file("secretlint.json"))).rules

/** Works like secretlint's pattern rule: a pattern is a text between slashes, and finds every match. */
const secretlint = (text: string): ReadonlyArray<string> =>
  secretlintRules
    .flatMap(({ options }) => options.patterns.flatMap(({ patterns }) => patterns))
    .flatMap((pattern) => text.match(new RegExp(pattern.slice(1, -1), "g")) ?? [])

const readme = (text: string): ReadonlyArray<string> => {
  const [, pattern = ""] = /```\n(.*)\n```/u.exec(file("README.md")) ?? []
  return text.match(new RegExp(pattern, "g")) ?? []
}

const prefixes: Token.Prefixes = { api_key: "fwk", session: "fws", invitation: "fwi" }

const minted = Effect.fnUntraced(function* (kind: Token.Kind) {
  const random = yield* SecureRandom.SecureRandom
  const organisationId = OrganisationId.make(yield* random.uuidV7())
  return Redacted.value((yield* Token.mint(prefixes, kind, organisationId, yield* random.uuidV7())).text)
})

it.effect("every published rule finds a key, a session and an invitation in any text, each once", () =>
  Effect.gen(function* () {
    for (let sample = 0; sample < 20; sample++) {
      const [key, session] = [yield* minted("api_key"), yield* minted("session")]
      const invitation = yield* minted("invitation")
      const text = [
        `curl -H 'Authorization: Bearer ${key}' …`,
        `{"token":"${session}"}`,
        `https://forms.example.org/invitation#${invitation}`,
        `x${key} ${key}0 ${key.slice(0, -1)} ${key.replace("_", "-")} ${key.toUpperCase()} fwk_…${key.slice(-4)}`
      ].join("\n")
      for (const scan of [gitleaks, secretlint, readme])
        assert.deepStrictEqual(scan(text).toSorted(), [key, session, invitation].toSorted())
    }
  }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
)
