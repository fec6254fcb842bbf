import { formaterFixe } from '@releve/contract/annuaire/affichage.ts'
import {
  LIBELLES_ABSENCES,
  SIGNE_SECRET,
  SIGNES_ABSENCES,
  type Chiffre as UnChiffre,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { Invisible } from '../ui/Invisible.tsx'
import { textesAnnuaire as t } from './annuaire.textes.ts'

/** What stands for a figure that is not there, or beside it: a sign, and its words. */
export function Signe({ signe, dit }: { signe: string; dit: string }) {
  return (
    <>
      <span aria-hidden="true" title={dit}>
        {signe}
      </span>
      <Invisible>{dit}</Invisible>
    </>
  )
}

/** A figure as it is read; what is absent or secret says so. */
export function Chiffre({ chiffre, decimales }: { chiffre: UnChiffre; decimales: number }) {
  switch (chiffre.sorte) {
    case 'valeur':
      return formaterFixe(chiffre.valeur, decimales)
    case 'secret':
      return <Signe signe={SIGNE_SECRET} dit={t.secret} />
    case 'absent':
      return (
        <Signe signe={SIGNES_ABSENCES[chiffre.raison]} dit={LIBELLES_ABSENCES[chiffre.raison]} />
      )
  }
}
