/** One of the examples. */
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { JsonObject } from "@formwork/rules/Json"
import { Queried } from "../../../parts/States.tsx"
import { examples } from "./examples.ts"
import type { ExampleId } from "./examples.ts"

interface FromExampleProps {
  readonly id: ExampleId
  readonly children: (definition: JsonObject) => ReactNode
}

export const FromExample = ({ children, id }: FromExampleProps) => {
  const example = useQuery({
    queryKey: ["example", id],
    queryFn: async (): Promise<JsonObject> => {
      const found = examples.find((one) => one.id === id)
      return found === undefined ? {} : JSON.parse((await found.load()).default)
    },
    staleTime: Infinity
  })
  return <Queried query={example}>{children}</Queried>
}
