/** The console's tokens: each that a stylesheet reads is there, and each pair that stands together has enough contrast. */
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"

const src = fileURLToPath(new URL("../src", import.meta.url))
const tokens = readFileSync(`${src}/tokens.css`, "utf8")
const stylesheets = globSync("**/*.css", { cwd: src }).map((file) => ({
  file,
  text: readFileSync(`${src}/${file}`, "utf8")
}))

/** Those that React Aria sets on its own elements. */
const ofAria = ["--trigger-width", "--page-height", "--visual-viewport-height", "--tree-item-level"]

const defined = new Set([...tokens.matchAll(/(--[\w-]+):/gu)].map(([, name = ""]) => name))

const colours = new Map(
  [...tokens.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/gu)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const
  )
)

/** WCAG's relative luminance. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const surfaces = ["--surface", "--surface-raised", "--surface-sunken", "--surface-hover"]

/** Text needs 4.5 (WCAG 1.4.3), the edge of a control and the focus 3 (1.4.11, 2.4.11). */
const pairs: ReadonlyArray<readonly [string, string, number]> = [
  ...surfaces.flatMap((surface) => [
    ["--text", surface, 4.5] as const,
    ["--text-quiet", surface, 4.5] as const,
    ["--accent", surface, 4.5] as const,
    ["--error", surface, 4.5] as const,
    ["--border-strong", surface, 3] as const
  ]),
  ...["error", "warning", "ok", "info"].flatMap((severity) => [
    [`--${severity}`, `--${severity}-surface`, 4.5] as const,
    ["--text", `--${severity}-surface`, 4.5] as const
  ]),
  ["--text", "--accent-surface", 4.5],
  ["--on-accent", "--accent", 4.5],
  ["--on-accent", "--accent-hover", 4.5]
]

describe("tokens", () => {
  test("every token that a stylesheet reads is defined", () => {
    const unknown = stylesheets.flatMap(({ file, text }) => {
      const own = new Set([...text.matchAll(/(--[\w-]+):/gu)].map(([, name = ""]) => name))
      return [...text.matchAll(/var\((--[\w-]+)/gu)]
        .map(([, name = ""]) => name)
        .filter((name) => !defined.has(name) && !own.has(name) && !ofAria.includes(name))
        .map((name) => `${file}: ${name}`)
    })
    expect(unknown).toEqual([])
  })

  test("every pair that stands together has the contrast that WCAG asks for, light and dark", () => {
    const weak = pairs.flatMap(([front, back, least]) =>
      (["light", "dark"] as const).flatMap((theme) => {
        const ratio = contrast(colours.get(front)?.[theme] ?? "", colours.get(back)?.[theme] ?? "")
        return ratio >= least ? [] : [`${front} on ${back}, ${theme}: ${ratio.toFixed(2)} of ${least}`]
      })
    )
    expect(weak).toEqual([])
  })
})

describe("classes", () => {
  test("every class that a component uses is in its stylesheet", () => {
    const wrong = globSync("**/*.tsx", { cwd: src }).flatMap((file) => {
      const text = readFileSync(`${src}/${file}`, "utf8")
      return [...text.matchAll(/import (\w+) from "(\.[^"]+\.module\.css)"/gu)].flatMap(([, name = "", path = ""]) => {
        const sheet = readFileSync(fileURLToPath(new URL(path, `file://${src}/${file}`)), "utf8")
        return [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "gu"))]
          .map(([, used = ""]) => used)
          .filter((used) => !new RegExp(`\\.${used}\\b`, "u").test(sheet))
          .map((used) => `${file}: ${used}`)
      })
    })
    expect(wrong).toEqual([])
  })
})

/** One side of a box by its place on the screen, or four sides of which the second and the fourth differ. */
const physical = [
  /(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/u,
  /(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\b/u,
  /(?<![\w-])(?:left|right):/u,
  /(?<![\w-])(?:text-align|float|clear|caption-side):\s*(?:left|right)\b/u,
  /(?<![\w-])(?:translateX|translate3d)\(/u
]

const FOUR_SIDES = /(?<![\w-])(?:margin|padding|inset|border-width|border-color):\s*([^;]+);/gu

/** The parts of a shorthand; what is in parentheses is one of them. */
const sidesOf = (value: string): ReadonlyArray<string> => value.match(/[^\s(]+(?:\((?:[^()]|\([^()]*\))*\))?/gu) ?? []

test("no stylesheet says left or right: a page that is read from the right is turned", () => {
  const found = stylesheets.flatMap(({ file, text }) => {
    const said = physical.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
    const uneven = [...text.matchAll(FOUR_SIDES)].flatMap(([whole, value = ""]) => {
      const sides = sidesOf(value)
      return sides.length === 4 && sides[1] !== sides[3] ? [whole] : []
    })
    return [...said, ...uneven].map((one) => `${file}: ${one}`)
  })
  expect(found).toEqual([])
})
