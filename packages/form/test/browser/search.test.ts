/** A choice among the rows of a table: found by typing, also among very many. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findings, found } from "./page.ts"
import { placesForm, Site } from "./site.ts"

describe.skipIf(found === undefined)(`in Chromium ${found?.version ?? ""}`, () => {
  let site: Site
  beforeAll(async () => {
    site = await Site.open()
  })
  afterAll(() => site.close())

  it("one of 100,000 places is typed, proposed, sent by its value and read by its label", async () => {
    const { done, filed, page } = await site.show(placesForm)
    const place = page.getByLabel("Place")
    await place.fill("Place 4217")
    const proposals = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("datalist option")].map((option) => option.getAttribute("value"))
      )
    expect(await proposals()).toHaveLength(11)
    expect((await proposals())[0]).toBe("Place 4217")
    expect(await findings(page)).toEqual([])
    await place.fill("Place 42170")
    await page.getByText("p42170 it is").waitFor()
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText("Your reference is").waitFor()
    expect(JSON.parse(filed[0]?.body ?? "{}")).toMatchObject({ data: { place: "p42170" } })
    expect(await done()).toEqual([])
  })

  it("what is no place is a problem that stays to be mended, and a label of two has its values beside it", async () => {
    const { done, page } = await site.show(placesForm)
    const place = page.getByLabel("Place")
    await place.fill("Nowhere")
    await place.blur()
    await page.getByText("Place has none of its options.").first().waitFor()
    expect(await place.inputValue()).toBe("Nowhere")
    expect(await findings(page)).toEqual([])
    await place.fill("Twin (t2)")
    await page.getByText("t2 it is").waitFor()
    await place.blur()
    expect(await place.inputValue()).toBe("Twin (t2)")
    expect(await done()).toEqual([])
  })
})
