import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useState } from 'react'
import { useRelance } from '../../relance/relance.dialogue.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import type { Colonne } from '../../ui/Tableau.tsx'
import { decisionDe } from '../decision/choix.ts'
import { useDecision } from '../decision/decision.dialogue.ts'
import type { ActeDecision } from '../formulaire.queries.ts'
import { cleResume } from '../suivi.ts'
import { libelleDe } from './ActionLigne.tsx'
import { textesListes } from './listes.textes.ts'

const t = textesListes.selection
/** What may be decided of several at once. */
export const ACTES: readonly ActeDecision[] = ['valider', 'approuver', 'diffuser']

const estRelancable = ({ actions }: Resume) => actions.includes('relancer')

/** Whether something may be decided of this line now. */
const estDecidable = (ligne: Resume) =>
  estRelancable(ligne) || ACTES.some((acte) => ligne.actions.includes(acte))

type LignesChoisies = ReadonlyMap<string, Resume>
const AUCUN: LignesChoisies = new Map()

/**
 * The lines chosen in a list. They stay from one page to the next, and go with the filters that
 * found them. `filtres`: what tells one set of filters from another; `lignes`: the page shown, in
 * which a line chosen earlier is taken as it is now.
 */
export function useSelection(filtres: string, lignes: readonly Resume[]) {
  const [etat, setEtat] = useState({ filtres, choisis: AUCUN })
  const gardes = etat.filtres === filtres ? etat.choisis : AUCUN
  const ici = new Map(lignes.filter(estDecidable).map((ligne) => [cleResume(ligne), ligne]))
  const montrees = new Set(lignes.map(cleResume))
  const choisis = [...gardes].flatMap(([cle, ligne]) =>
    montrees.has(cle) ? (ici.get(cle) ?? []) : ligne,
  )
  const cles = new Set(choisis.map(cleResume))
  const poser = (suivants: readonly Resume[]) =>
    setEtat({ filtres, choisis: new Map(suivants.map((ligne) => [cleResume(ligne), ligne])) })
  const sans = (retires: ReadonlySet<string>) =>
    choisis.filter((ligne) => !retires.has(cleResume(ligne)))
  return {
    choisis,
    /** Of this page. */
    decidables: ici.size,
    choisisIci: [...ici.keys()].filter((cle) => cles.has(cle)).length,
    contient: (ligne: Resume) => cles.has(cleResume(ligne)),
    basculer: (ligne: Resume, choisi: boolean) =>
      poser([...sans(new Set([cleResume(ligne)])), ...(choisi ? [ligne] : [])]),
    basculerPage: (choisi: boolean) =>
      poser([...sans(new Set(ici.keys())), ...(choisi ? ici.values() : [])]),
    vider: () => poser([]),
  }
}

type Selection = ReturnType<typeof useSelection>

/** Chooses lines, those of which something may be decided. */
export const colonneChoix = ({ contient, basculer }: Selection): Colonne<Resume> => ({
  cle: 'choix',
  titre: t.colonne,
  muet: true,
  largeur: 'contenu',
  className: 'lst-choix',
  rendu: (r) =>
    estDecidable(r) && (
      <label>
        <input
          type="checkbox"
          checked={contient(r)}
          aria-label={t.ligne(libelleDe(r))}
          onChange={({ target }) => basculer(r, target.checked)}
        />
      </label>
    ),
})

/** Reminds of what is missing among the lines chosen. */
function Relance({ choisis }: Pick<Selection, 'choisis'>) {
  const lignes = choisis.filter(estRelancable).map(({ structure, modele, mois, annee }) => {
    return { structure: structure.code, modele: modele.code, mois, annee }
  })
  const { ouvrir, dialogue } = useRelance({ lignes })
  return (
    <>
      {lignes.length > 0 && (
        <BoutonAction size="small" onClick={ouvrir}>
          {t.agir(t.relancer, lignes.length)}
        </BoutonAction>
      )}
      {dialogue}
    </>
  )
}

/** What may be decided of the lines chosen, all at once. */
export function BarreSelection({ selection }: { selection: Selection }) {
  const { choisis, decidables, choisisIci, basculerPage, vider } = selection
  const [acte, setActe] = useState<ActeDecision>('valider')
  const pour = (candidat: ActeDecision) =>
    choisis.filter(({ actions }) => actions.includes(candidat))
  const { ouvrir, dialogue } = useDecision(decisionDe(acte, choisis))
  const demander = (voulu: ActeDecision) => {
    setActe(voulu)
    ouvrir()
  }
  return (
    <section className="lst-selection" aria-label={t.titre}>
      <label>
        <input
          type="checkbox"
          checked={decidables > 0 && choisisIci === decidables}
          disabled={decidables === 0}
          ref={(case_) => {
            if (case_) case_.indeterminate = choisisIci > 0 && choisisIci < decidables
          }}
          onChange={({ target }) => basculerPage(target.checked)}
        />
        {t.page}
      </label>
      <p role="status">{t.compte(choisis.length, choisisIci)}</p>
      {ACTES.map((candidat) => {
        const nombre = pour(candidat).length
        return (
          nombre > 0 && (
            <BoutonAction
              key={candidat}
              size="small"
              variant="contained"
              onClick={() => demander(candidat)}
            >
              {t.agir(textesListes.suites[candidat], nombre)}
            </BoutonAction>
          )
        )
      })}
      <Relance choisis={choisis} />
      {choisis.length > 0 && (
        <BoutonAction size="small" variant="text" onClick={vider}>
          {t.vider}
        </BoutonAction>
      )}
      {dialogue}
    </section>
  )
}
