import { CHAMPS_REOUVERTURE } from '@releve/contract/calendrier/calendrier.champs.ts'
import { plusJours } from '@releve/contract/calendrier/calendrier.rules.ts'
import { isoDe, libellePeriode, MOIS, type Mois, periodeDe } from '@releve/contract/mois.ts'
import { useToutesStructures } from '../structure/structure.queries.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampListe, ChampTexte, ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { useForme } from '../ui/useForme.ts'
import { useRouvrir } from './calendrier.queries.ts'
import { textesCalendrier } from './calendrier.textes.ts'

const t = textesCalendrier.reouvertures
const MOIS_PROPOSES = 36
const JOURS_PROPOSES = 14

const VIDE = { structures: [] as string[], periode: '', jusqua: '', motif: '' }
type SaisieReouverture = typeof VIDE

/** What the table cannot say: at least one structure. */
export const fautesPropres = ({ structures }: SaisieReouverture) => ({
  structures: structures.length > 0 ? null : CHAMPS_REOUVERTURE.structures.requis,
})

/** Where a refusal belongs that names no field of its own. */
const PAR_CODE = {
  MOIS_OUVERT: 'periode',
  MOIS_A_VENIR: 'periode',
  MOIS_NON_ATTENDU: 'periode',
  MOIS_DEJA_ROUVERT: 'periode',
  FIN_REOUVERTURE_INVALIDE: 'jusqua',
  STRUCTURE_INCONNUE: 'structures',
} as const

/** « 2025-03 » */
const moisDe = (periode: string): Mois => MOIS[Number(periode.slice(5)) - 1] ?? 'JANUARY'

export const corpsDe = ({ structures, periode, jusqua, motif }: SaisieReouverture) => ({
  structures,
  mois: moisDe(periode),
  annee: Number(periode.slice(0, 4)),
  jusqua,
  motif,
})

type Choisies = {
  codes: readonly string[]
  nomDe: (code: string) => string
  onRetirer: (code: string) => void
}

function Choisies({ codes, nomDe, onRetirer }: Choisies) {
  if (codes.length === 0) return null
  return (
    <ul className="cal-liste ui-plein">
      {codes.map((code) => (
        <li key={code}>
          <span>{nomDe(code)}</span>
          <BoutonAction
            size="small"
            variant="text"
            aria-label={t.fiche.retirerNom(nomDe(code))}
            onClick={() => onRetirer(code)}
          >
            {t.fiche.retirer}
          </BoutonAction>
        </li>
      ))}
    </ul>
  )
}

/** Months that are closed, the latest first. */
function useMoisClos() {
  const { courant } = useCalendrier()
  const premier = courant.rang - courant.moisVerrou
  return Array.from({ length: MOIS_PROPOSES }, (_, recul) => periodeDe(premier - recul))
}

/** « Rouvrir un mois »: for one structure or several, until a day, with a reason. */
export function ReouvertureForm({ onFermer }: { onFermer: () => void }) {
  const { data: structures = [] } = useToutesStructures()
  const { jour } = useCalendrier()
  const clos = useMoisClos()
  const { forme, envoi } = useForme(
    {
      champs: CHAMPS_REOUVERTURE,
      lue: null,
      saisieDe: () => ({ ...VIDE, jusqua: plusJours(jour, JOURS_PROPOSES) }),
      fautes: fautesPropres,
      parCode: PAR_CODE,
    },
    useRouvrir(),
  )
  const { saisie, lier, changer } = forme
  const options = structures.map(({ code, libelle }) => ({ code, libelle: `${libelle} (${code})` }))
  const nomDe = (code: string) => options.find((une) => une.code === code)?.libelle ?? code
  const onSoumettre = () => envoi.soumettre(() => corpsDe(saisie), { onSuccess: onFermer })
  return (
    <Fiche
      titre={t.rouvrir}
      textes={textesCalendrier}
      bouton={t.fiche.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <div className="cal-champs">
        <Combobox
          name="structures"
          libelle={t.fiche.ajouter}
          aide={t.fiche.ajouterAide}
          options={options}
          sauf={saisie.structures}
          erreur={forme.erreurDe('structures')}
          valeur=""
          onValeur={(code) => {
            if (options.some((une) => une.code === code)) {
              changer('structures', [...saisie.structures, code])
            }
          }}
        />
        <Choisies
          codes={saisie.structures}
          nomDe={nomDe}
          onRetirer={(code) =>
            changer(
              'structures',
              saisie.structures.filter((autre) => autre !== code),
            )
          }
        />
        <ChampListe
          {...lier('periode')}
          vide={t.fiche.choisir}
          options={clos.map((periode) => ({
            code: isoDe(periode),
            libelle: libellePeriode(periode),
          }))}
        />
        <ChampTexte {...lier('jusqua')} largeur="sm" min={jour} aide={t.fiche.jusquaAide} />
        <ChampTexteLong {...lier('motif')} aide={t.fiche.motifAide} />
      </div>
    </Fiche>
  )
}
