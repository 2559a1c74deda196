/** What the controls of effects are given. */
import type { ComponentType, ReactNode } from "react"
import type { Draft } from "../../../document/Draft.ts"
import type { Node } from "../../../document/parseText.ts"
import type { StructureTools } from "../../StructureTools.ts"
import type { ControlProps } from "../Control.ts"
import type { Schema } from "./Schema.ts"

export interface SchemaProps {
  readonly schema: Schema
  /** The member's name, or what stands for one. */
  readonly name: string
  readonly label?: string
  readonly pointer: string
  readonly node: Node | undefined
  readonly good: NonNullable<Draft["good"]>
  readonly isRequired: boolean
  readonly isDisabled: boolean
  readonly tools: StructureTools
  readonly onChange: (json: string | undefined) => void
}

/** What the control of one shape is given besides: the control of a part in it. */
export interface ShapeProps extends SchemaProps, ControlProps {
  readonly label: string
  readonly onChange: (json: string | undefined) => void
  readonly Nested: (props: SchemaProps) => ReactNode
}

export type ShapeControl = ComponentType<ShapeProps>
