import type { ChampDate } from '@releve/contract/structure/structure.champs.ts'
import type { PeriodeStructure, StructureLue } from '@releve/contract/structure/structure.schema.ts'
import { useModeles } from '../formulaire/formulaire.queries.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { enTete, formatNombre } from '../ui/format.ts'
import { Second } from '../ui/Ligne.tsx'
import { Note } from '../ui/Note.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { bornees, type Moment, momentDe, periodesDuChamp } from './periodes.ts'
import { textesPeriodes as t, textesStructure } from './structure.textes.ts'
import { useLibelles } from './useLibelles.ts'

type Valeur = Pick<PeriodeStructure, 'champ' | 'valeur'>

/** Says what a dated field held, in words. */
export function useDireValeur() {
  const en = useLibelles()
  const modeles = useModeles()
  return ({ champ, valeur }: Valeur): string => {
    if (valeur === null) return champ === 'parent' ? t.aucune : textesStructure.page.nonRenseigne
    if (typeof valeur === 'number') return textesStructure.page.places(valeur)
    if (typeof valeur === 'object') {
      if (typeof valeur.libelle === 'string') return valeur.libelle
      const postes = Object.entries(valeur).map(([code, nombre]) =>
        t.postes(en('categorie', code), formatNombre(Number(nombre))),
      )
      return postes.join('\u202f; ') || t.aucunPoste
    }
    if (champ === 'region' || champ === 'typeStructure') return en(champ, valeur)
    return modeles.find(({ code }) => code === valeur)?.libelle ?? valeur
  }
}

export const direPeriode = (periode: PeriodeStructure, rang: number): string =>
  t.dire(periode.de, periode.a, momentDe(periode, rang) === 'avenir')

type Propriete = { structure: Pick<StructureLue, 'periodes'> }

/** Under what a field holds today: since when, and what it will hold; nothing of what never changed. */
export function SuiteDuChamp({ structure: { periodes }, champ }: Propriete & { champ: ChampDate }) {
  const { rang } = useCalendrier()
  const dire = useDireValeur()
  const siennes = bornees(periodesDuChamp(periodes, champ))
  const dites = siennes.flatMap((une) => {
    const quand = direPeriode(une, rang)
    const moment = momentDe(une, rang)
    if (moment === 'avenir') return [t.aVenir(dire(une), quand)]
    // Each model says it on its own line.
    return moment === 'present' && champ !== 'modeles' ? [enTete(quand)] : []
  })
  return dites.map((dite) => <Second key={dite}>{dite}</Second>)
}

/** Since when, or until when, the structure has a model that it has today. */
export function SuiteDuModele({ structure, modele }: Propriete & { modele: string }) {
  const { rang } = useCalendrier()
  const sienne = bornees(periodesDuChamp(structure.periodes, 'modeles')).find(
    (une) => une.valeur === modele && momentDe(une, rang) === 'present',
  )
  return sienne ? <Second>{enTete(direPeriode(sienne, rang))}</Second> : null
}

const ASPECTS: Record<Moment, Aspect> = {
  passe: ['historique', 'neutre'],
  present: ['coche', 'succes'],
  avenir: ['horloge', 'info'],
}

function colonnesDe(rang: number, dire: (dite: Valeur) => string): Colonne<PeriodeStructure>[] {
  return [
    { cle: 'donnee', titre: t.colonnes.donnee, rendu: ({ champ }) => t.champs[champ] },
    { cle: 'valeur', titre: t.colonnes.valeur, rendu: dire },
    {
      cle: 'periode',
      titre: t.colonnes.periode,
      rendu: (une) => enTete(direPeriode(une, rang)),
    },
    {
      cle: 'moment',
      titre: t.colonnes.moment,
      rendu: (une) => {
        const moment = momentDe(une, rang)
        return <Pastille aspect={ASPECTS[moment]}>{t.moments[moment]}</Pastille>
      },
    },
  ]
}

const cleDe = ({ champ, valeur, de }: PeriodeStructure) => JSON.stringify([champ, valeur, de])

/** Past, present and coming values of what has changed, or will. */
export function Historique({ structure: { periodes } }: Propriete) {
  const { rang } = useCalendrier()
  const dire = useDireValeur()
  const lignes = bornees(periodes)
  if (lignes.length === 0) return <Note>{t.rien}</Note>
  return (
    <>
      <Note>{t.aide}</Note>
      <Tableau
        className="str-petit"
        legende={t.titre}
        colonnes={colonnesDe(rang, dire)}
        {...{ lignes, cleDe }}
      />
    </>
  )
}
