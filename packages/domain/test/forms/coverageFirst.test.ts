/** A coverage that is the first job of its thread: no check has loaded anything before it. */
import { expect, it, vi } from "vitest"
import { defaultLimits } from "@formwork/rules/Limits"

it("what no example reaches is counted, also of a form with a pattern in another language", async () => {
  vi.resetModules()
  const { analyse } = await import("@formwork/domain/forms/Analysis")
  const definition = {
    languages: ["de"],
    title: "Anfrage",
    code: "A",
    fields: [
      { slug: "postcode", type: "text", pattern: "[0-9]{5}" },
      { slug: "near", type: "boolean", formula: "startsWith(postcode, '1')" }
    ]
  }
  const job = { kind: "coverage", definition, examples: [], limits: defaultLimits, now: 0 } as const
  const slices = analyse(job, () => 0)
  let step = slices.next()
  while (step.done !== true) step = slices.next()
  expect(step.value).toMatchObject({ coverage: { unreached: [{ pointer: "/fields/1/formula" }] } })
})
