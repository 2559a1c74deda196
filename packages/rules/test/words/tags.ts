/** Reading forms in the languages that the engine has words in. */
import * as Result from "effect/Result"
import { check } from "../../src/check.ts"
import type { JsonObject } from "../../src/Json.ts"
import { en } from "../../src/words/en.ts"
import type { Words } from "../../src/words/Words.ts"
import { wordsOf } from "../../src/words/wordsOf.ts"

export const tags = ["de", "de-CH", "es", "es-MX", "fr", "fr-CA", "fr-CH", "pt", "pt-BR", "pt-PT"]

export const wordsIn = (language: string): Words => wordsOf(language) ?? en

export const checkedIn = (
  definition: JsonObject,
  languages?: ReadonlyArray<string>,
  accepts: ReadonlyArray<string> = []
) => Result.getOrThrow(check(languages === undefined ? definition : { ...definition, languages }, {}, { accepts }))

export const options = { today: "2026-11-27", draft: false }
