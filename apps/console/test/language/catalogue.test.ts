/** German beside English, sentence by sentence: each is there, is another one, and has everything in it that the English one has. */
import { expect, test } from "vitest"
import { de } from "../../src/messages/de/de.ts"
import { en } from "../../src/messages/en/en.ts"
import { languageOf } from "../../src/messages/language.ts"
import { codes, rounds, sampleFor } from "./samples.ts"

/** Words that are the same in both languages. */
const same = new Set(
  (
    "Alt Audit Browser Code CSV curl Definition Details Filter Format GET HTML Hosts JSON Link Live live Name NDJSON Organisation optional " +
    "Person Problem Revision Slug Status Text Token Version Workflow ms api platform submissions"
  ).split(" ")
)

/** What reads a person's words, and gives a name that has no language. */
const readers = new Set(["submission.stateNamed"])

/** The words of a sentence, without what was given to it. */
const wordsOf = (sentence: string, given: Iterable<unknown>): ReadonlyArray<string> => {
  const left = [...given].reduce<string>((text, value) => text.replaceAll(String(value), " "), sentence)
  return left.match(/\p{L}+/gu) ?? []
}

type Sentence = string | ((given: unknown) => string)

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null

const sentencesIn = (catalogue: object, above = ""): ReadonlyArray<readonly [path: string, sentence: Sentence]> =>
  Object.entries(catalogue).flatMap(([name, value]: [string, unknown]) =>
    isBranch(value)
      ? sentencesIn(value, `${above}${name}.`)
      : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a catalogue has branches, texts and functions
        [[`${above}${name}`, value as Sentence] as const]
  )

const german = new Map(sentencesIn(de))
const english = sentencesIn(en).filter(([path]) => path !== "common.language")

/** As it may stand in a sentence of either language: numbers are written in two ways. */
const written = (value: unknown): ReadonlyArray<string> =>
  typeof value === "number"
    ? [String(value), value.toLocaleString("en"), value.toLocaleString("de")]
    : [String(value).toLowerCase()]

const has = (sentence: string, value: unknown): boolean =>
  written(value).some((text) => sentence.toLowerCase().includes(text))

/** Whether a value is shown as it is: not a word of the API that chooses between sentences, nor a number that is in many words. */
const isTold = (value: unknown): boolean =>
  typeof value === "number" ? value > 9 : typeof value === "string" && value !== "" && !codes.has(value)

/** Texts that a function takes alone, and not as a member. */
const alone: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  "tryOut.examples.value": [null, true, false, "Alder", ["Alder", "Beech"], []]
}

/** Each sentence in both languages, with what both were given. */
const pairs = english.flatMap(([path, sentence]) => {
  const other = german.get(path)
  if (typeof sentence === "string" || typeof other !== "function")
    return [{ path, english: sentence, german: other, read: new Set<unknown>() }]
  const given = alone[path]?.map((value) => ({ given: value, read: new Set<unknown>([value].flat()) }))
  const samples = given ?? Array.from({ length: rounds }, (_, round) => sampleFor(path, round))
  return samples.map((sample) => ({
    path,
    english: sentence(sample.given),
    german: other(sample.given),
    read: sample.read
  }))
})

test("German has every sentence", () => {
  expect([...german.keys()].toSorted()).toEqual([...english.map(([path]) => path), "common.language"].toSorted())
  for (const { german: text, path } of pairs) {
    expect(text, path).toBeTypeOf("string")
    expect(String(text).trim(), path).not.toBe("")
    expect(String(text), path).not.toMatch(/undefined|\[object|NaN|\s{2}|\s[.,;]/u)
  }
})

test("a sentence is another one in German, a few words left aside", () => {
  const alike = pairs.filter(({ english: text, german: other, path }) => text === other && !readers.has(path))
  const words = new Set(alike.flatMap(({ german: text, read }) => wordsOf(String(text), read)))
  expect([...words].toSorted()).toEqual([...same].toSorted())
})

test("what stands in an English sentence stands in the German one", () => {
  for (const { english: text, german: other, path, read } of pairs)
    for (const value of read)
      if (isTold(value) && has(String(text), value))
        expect(has(String(other), value), `${path}: ${String(value)} of “${String(text)}” in “${String(other)}”`).toBe(
          true
        )
})

test("numbers and lists are German", () => {
  expect(de.common.number({ n: 12_345 })).toBe("12.345")
  expect(de.keys.usage.total({ calls: 2_000, days: 1 })).toBe("2.000 Aufrufe in 1 Tag")
  expect(de.privileges.whole({ held: ["form:read", "form:write"] })).toBe("Formulare lesen und Formulare ändern")
  expect(de.effects.attempts.took({ millis: 1_500 })).toBe("1,5 s")
})

test("the language is the chosen one, else the first of the browser's that there is, else English", () => {
  expect(languageOf("de", ["en-GB"])).toBe("de")
  expect(languageOf("browser", ["fr-FR", "de-AT", "en"])).toBe("de")
  expect(languageOf("browser", ["en-US", "de"])).toBe("en")
  expect(languageOf("browser", ["fr", "toString"])).toBe("en")
  expect(languageOf("browser", [])).toBe("en")
})
