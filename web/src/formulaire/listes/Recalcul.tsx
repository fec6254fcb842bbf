import type { RecalculDit } from '@releve/contract/page.ts'
import { Note } from '../../ui/Note.tsx'
import { textesListes } from './listes.textes.ts'

type Props = {
  /** What the server answered; nothing yet. */
  lu: RecalculDit | undefined
  /** What may still change: the counts of a list's lines, unless told. */
  de?: keyof typeof textesListes.recalcul
}

/** Some reports are being computed again: what is counted of them is of before. */
export const Recalcul = ({ lu, de = 'liste' }: Props) =>
  lu?.recalcul && <Note>{textesListes.recalcul[de]}</Note>
