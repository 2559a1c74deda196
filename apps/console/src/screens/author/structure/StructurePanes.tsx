/** The structure editor in the workspace: outline and inspector, on the draft and the engine that the source has too. */
import { useMemo } from "react"
import type { Fault } from "@formwork/rules/Fault"
import { lazily } from "../../../parts/lazily.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import { Inspector } from "./inspector/Inspector.tsx"
import { Outline } from "./outline/Outline.tsx"
import { focusPart } from "./focusPart.ts"
import type { StructureTools } from "./StructureTools.ts"

const ExpressionField = lazily(async () => (await import("../source/ExpressionField.tsx")).ExpressionField)

const none: ReadonlyArray<Fault> = []

const useTools = (authoring: Authoring, onOpen?: () => void): StructureTools => {
  const faults = useEngine(authoring, ({ checked }) => checked?.faults) ?? none
  const fixed = useMemo(
    () => ({
      store: authoring.store,
      references: async (pointer: string) => (await authoring.engine.ask("references", { pointer })) ?? [],
      rename: (pointer: string, slug: string) => authoring.rename(pointer, slug),
      expression: (props: Parameters<StructureTools["expression"]>[0]) => (
        <ExpressionField key={props.pointer} authoring={authoring} {...props} />
      ),
      openPart: (isNew: boolean) => {
        onOpen?.()
        focusPart(isNew ? "input" : "")
      },
      reveal: (pointer: string) => authoring.reveal({ pointer })
    }),
    [authoring, onOpen]
  )
  return { ...fixed, faults }
}

interface OutlinePaneProps {
  readonly authoring: Authoring
  /** Shows the inspector, where it is not shown beside the outline. */
  readonly onOpen: () => void
}

export const OutlinePane = ({ authoring, onOpen }: OutlinePaneProps) => <Outline tools={useTools(authoring, onOpen)} />

export const InspectorPane = ({ authoring }: { readonly authoring: Authoring }) => (
  <Inspector tools={useTools(authoring)} />
)
