/** `pnpm pictures`: takes the pictures of README.md and docs/console.md from a console that runs, into docs/pictures. */
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { openConsole } from "../test/harness/browser.ts"
import type { Console } from "../test/harness/browser.ts"

const folder = resolve(import.meta.dirname, "../../../docs/pictures")

const shoot = async ({ page }: Console, name: string): Promise<void> => {
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`docs/pictures/${name}.png`)
}

/** The motor quote's draft, filled with an example, and the reason of its premium opened. */
const workspace = async (app: Console): Promise<void> => {
  const { page, server } = app
  const form = server.variable("FORM_ID_MQ")
  const at = await page.evaluate(async (id) => {
    const { definition } = await (await fetch(`/api/platform/forms/${id}/draft`)).json()
    return definition.fields.findIndex(({ slug }: { readonly slug: string }) => slug === "basePremium")
  }, form)
  await app.open(`/forms/${form}/edit?view=source&at=/fields/${at}`)
  await page.getByRole("button", { name: "Fill with an example" }).click()
  await page.getByRole("status").filter({ hasText: "No faults" }).waitFor()
  const why = page.getByRole("button", { name: "Why: Premium", exact: true })
  await why.click()
  await page.getByText("premium is 240.16").first().waitFor()
  await why.scrollIntoViewIfNeeded()
  await shoot(app, "workspace")
}

/** Keys as an organisation has them after some months. */
const keys = async (app: Console): Promise<void> => {
  const { page } = app
  const soon = new Date(Date.now() + 9 * 86_400_000).toISOString()
  const made = [
    { name: "Quotes on the website", privileges: ["submission:write"] },
    { name: "Broker portal", privileges: ["submission:write", "submission:read"], expiresAt: soon },
    { name: "Nightly reports", privileges: ["report:read"] },
    { name: "Form pipeline", privileges: ["form:read", "form:write", "form:publish"] }
  ]
  await page.evaluate(async (all) => {
    const headers = { "content-type": "application/json", "x-formwork": "console" }
    for (const key of all) await fetch("/api/platform/api-keys", { method: "POST", headers, body: JSON.stringify(key) })
  }, made)
  await app.open("/settings/keys")
  await page.getByText("Broker portal").waitFor()
  await shoot(app, "keys")
}

/** A filed motor quote, and the reason of its premium. */
const submission = async (app: Console): Promise<void> => {
  const { page, server } = app
  const formId = server.variable("FORM_ID_MQ")
  const id = await page.evaluate(async (form) => {
    const headers = { "content-type": "application/json", "x-formwork": "console" }
    const { example } = await (await fetch(`/api/platform/forms/${form}/schema`)).json()
    const { modifications: _, ...rest } = example
    const car = { engineLitres: 1.6, vehicleValue: "18500.00", annualMiles: 9000, modified: false }
    const person = { proposerName: "Ada Byron", voluntaryExcess: "250.00", noClaimsYears: 5 }
    const body = JSON.stringify({ data: { ...rest, ...car, ...person } })
    const answer = await fetch(`/api/platform/v1/forms/${form}/submissions`, { method: "POST", headers, body })
    return (await answer.json()).id
  }, formId)
  await app.open(`/submissions/${id}?why=/premium`)
  await page.getByText("premium is").first().waitFor()
  await shoot(app, "submission")
}

mkdirSync(folder, { recursive: true })
const app = await openConsole()
try {
  await app.signIn()
  await workspace(app)
  await keys(app)
  await submission(app)
} finally {
  await app.close()
  // Tests go on with it.
  await app.browser.close()
}
