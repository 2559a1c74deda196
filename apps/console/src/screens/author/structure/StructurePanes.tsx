/** The structure editor in the workspace: outline and inspector, on the draft and the engine that the source has too. */
import { useMemo } from "react"
import type { Fault } from "@formwork/rules/Fault"
import { lazily } from "../../../parts/lazily.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import { Inspector } from "./inspector/Inspector.tsx"
import { Outline } from "./outline/Outline.tsx"
import type { StructureTools } from "./StructureTools.ts"

const ExpressionField = lazily(async () => (await import("../source/ExpressionField.tsx")).ExpressionField)

const none: ReadonlyArray<Fault> = []

const useTools = (authoring: Authoring): StructureTools => {
  const faults = useEngine(authoring, ({ checked }) => checked?.faults) ?? none
  const fixed = useMemo(
    () => ({
      store: authoring.store,
      references: async (pointer: string) => (await authoring.engine.ask("references", { pointer })) ?? [],
      rename: (pointer: string, slug: string) => authoring.rename(pointer, slug),
      expression: (props: Parameters<StructureTools["expression"]>[0]) => (
        <ExpressionField key={props.pointer} authoring={authoring} {...props} />
      ),
      reveal: (pointer: string) => authoring.reveal({ pointer })
    }),
    [authoring]
  )
  return { ...fixed, faults }
}

export const OutlinePane = ({ authoring }: { readonly authoring: Authoring }) => <Outline tools={useTools(authoring)} />

export const InspectorPane = ({ authoring }: { readonly authoring: Authoring }) => (
  <Inspector tools={useTools(authoring)} />
)
