import type {
  CorrectionStructure,
  PeriodeStructure,
} from '@releve/contract/structure/structure.schema.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { Effets } from '../ui/Actes.tsx'
import { Alerte } from '../ui/Alerte.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { formatNombre } from '../ui/format.ts'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { direPeriode, useDireValeur } from './Historique.tsx'
import { textesPeriodes } from './structure.textes.ts'

const t = textesPeriodes.correction

/** The record says this already. */
export const estSansEffet = ({ avant, apres }: CorrectionStructure): boolean =>
  JSON.stringify(avant) === JSON.stringify(apres)

type Chiffre = { quoi: string; avant: number; apres: number }
const COLONNES: Colonne<Chiffre>[] = [
  { cle: 'quoi', titre: t.colonnes.quoi, rendu: ({ quoi }) => quoi },
  {
    cle: 'avant',
    titre: t.colonnes.avant,
    nombre: true,
    rendu: ({ avant }) => formatNombre(avant),
  },
  {
    cle: 'apres',
    titre: t.colonnes.apres,
    nombre: true,
    rendu: ({ apres }) => formatNombre(apres),
  },
]

/** What the record says of a field, month by month. */
function Suite({ periodes }: { periodes: readonly PeriodeStructure[] }) {
  const { rang } = useCalendrier()
  const dire = useDireValeur()
  const dites = periodes.map((une) => t.periode(dire(une), direPeriode(une, rang)))
  if (dites.length === 0) return t.vide
  return (
    <ul className="str-suite">
      {dites.map((dite) => (
        <li key={dite}>{dite}</li>
      ))}
    </ul>
  )
}

/** Reports that are named; of the others, how many they are. */
const NOMMES = 4

/** The other things that it touches, as sentences. */
export function effetsDe(recu: CorrectionStructure): string[] {
  const { avant, apres, deplaces, recalcules, annees } = recu
  const nommes = ({ nombre, numeros }: CorrectionStructure['deplaces']) => {
    const dits = numeros.slice(0, NOMMES)
    return t.autres(dits.join(', '), nombre - dits.length)
  }
  const { provisoires, figees } = annees
  const enumerer = (unes: readonly number[]) => textesPeriodes.enumerer(unes.map(String))
  const champ = [...apres, ...avant][0]?.champ ?? 'region'
  return [
    deplaces.nombre > 0 && t.deplaces(deplaces.nombre, nommes(deplaces), champ),
    recalcules.nombre > 0 && t.recalcules(recalcules.nombre, nommes(recalcules)),
    provisoires.length > 0 && t.provisoires(enumerer(provisoires), provisoires.length),
    figees.length > 0 && t.figees(enumerer(figees), figees.length),
  ].filter((effet) => effet !== false)
}

function ApercuCorrection({ recu }: { recu: CorrectionStructure }) {
  const { avant, apres, attendus, recus } = recu
  const [une] = [...apres, ...avant]
  return (
    <>
      <h3>{une && t.champ(une.champ)}</h3>
      <dl className="str-lignes">
        <div>
          <dt>{t.avant}</dt>
          <dd>
            <Suite periodes={avant} />
          </dd>
        </div>
        <div>
          <dt>{t.apres}</dt>
          <dd>
            <Suite periodes={apres} />
          </dd>
        </div>
      </dl>
      <h3>{t.chiffres}</h3>
      <Tableau
        className="str-petit"
        legende={t.chiffres}
        colonnes={COLONNES}
        lignes={[
          { quoi: t.attendus, ...attendus },
          { quoi: t.recus, ...recus },
        ]}
        cleDe={({ quoi }) => quoi}
        cartes={false}
      />
      <Effets effets={effetsDe(recu)} />
    </>
  )
}

type Props = {
  recu: CorrectionStructure
  /** It is another one than what was shown before. */
  perime: boolean
  nom: string
  enCours: boolean
  onAgir: () => void
  onFermer: () => void
}

/** Asks before a correction, once it is known what it changes. */
export function ConfirmerCorrection({ recu, perime, nom, ...actes }: Props) {
  return (
    <Confirmation titre={t.question(nom)} fermer={t.revenir} bouton={t.corriger} {...actes}>
      <div className="str-passage">
        {perime && (
          <Alerte key={recu.empreinte} gravite="warning" ref={prendreLeFocus}>
            {t.perime}
          </Alerte>
        )}
        <ApercuCorrection recu={recu} />
      </div>
    </Confirmation>
  )
}
