/** Requests to other services made ready. */
import type { HeaderValue, IntegrationContent } from "../../Content.ts"
import type { HeaderTree, IntegrationTree } from "../../tree/EffectTree.ts"
import { bodyRender } from "./body.ts"
import { type Render, templateRender, urlRender } from "./templates.ts"

const headerRender = (tree: HeaderTree): Render<HeaderValue> => {
  if ("secret" in tree) {
    const { prefix, secret } = tree
    const value: HeaderValue = prefix === undefined ? { secret } : { secret, prefix }
    return () => value
  }
  const text = templateRender(tree.text)
  return (frame, context) => ({ text: text(frame, context).trim() })
}

export const integrationRender = (tree: IntegrationTree): Render<IntegrationContent> => {
  const url = urlRender(tree.url)
  const headers = tree.headers.map((header) => ({ name: header.name, value: headerRender(header) }))
  const body = tree.body && bodyRender(tree.body)
  return (frame, context) => ({
    kind: "integration",
    method: tree.method,
    url: url(frame, context),
    headers: headers.map(({ name, value }) => ({ name, value: value(frame, context) })),
    ...(body === undefined ? {} : { body: body(frame, context) })
  })
}
