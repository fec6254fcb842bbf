import { formaterNombre } from '@releve/contract/modele/affichage.ts'
import type { Exemple } from '@releve/contract/modele/exemple.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { Icone } from '../../ui/Icone.tsx'
import { useTouches } from '../../ui/useTouches.ts'
import { textesExercice } from './exercice.textes.ts'
import type { Bilan, Lecture } from './store/client.ts'
import { useBilan } from './store/store.ts'
import { useAller } from './useVue.ts'

const t = textesExercice

type Props = {
  exemple: Exemple
  lecture: Lecture
  surRecommencer: () => void
}

const ID_ETAPES = 'etapes-exercice'

/** Leads back to the steps, wherever one is. */
export function allerAuxEtapes(): void {
  const titre = document.getElementById(ID_ETAPES)
  titre?.focus({ preventScroll: true })
  titre?.scrollIntoView({ block: 'center' })
}

/** A step: what to do, where, and whether it is done; once done, it stays so. */
type Etape = { cle: string; nom: string; texte: string; cellule: string | null; faite: boolean }

const libelleDe = (lecture: Lecture, adresse: string) =>
  lecture.celluleDe(adresse)?.libelle ?? adresse

type Vue = { exemple: Exemple; lecture: Lecture; bilan: Bilan }

function etapeRemplir({ exemple: { aRemplir }, lecture }: Vue): Etape[] {
  if (!aRemplir) return []
  const { adresse: cellule, valeur } = aRemplir
  const texte = t.remplir.texte(libelleDe(lecture, cellule), formaterNombre(valeur))
  const faite = lecture.lire(cellule).valeur !== undefined
  return [{ cle: 'remplir', nom: t.remplir.nom, texte, cellule, faite }]
}

function etapeCorriger({ exemple: { aCorriger }, lecture, bilan }: Vue): Etape[] {
  if (!aCorriger) return []
  const { adresse: cellule, valeur } = aCorriger
  const texte = t.corriger.texte(libelleDe(lecture, cellule), formaterNombre(valeur))
  const faite = !bilan.problemes.some(({ cle }) => cle === aCorriger.cle)
  return [{ cle: 'corriger', nom: t.corriger.nom, texte, cellule, faite }]
}

function etapeJustifier({ exemple: { aJustifier }, bilan }: Vue): Etape[] {
  if (!aJustifier) return []
  const probleme = bilan.problemes.find(({ cle }) => cle === aJustifier.cle)
  const faite = probleme?.justification?.attendue !== true
  return [{ cle: 'justifier', ...t.justifier, cellule: probleme?.cellules[0] ?? null, faite }]
}

function etapeZeros({ exemple: { aZero }, lecture, bilan }: Vue): Etape[] {
  if (!aZero) return []
  const section = lecture.modele.sections.find(({ code }) => code === aZero.section)
  const vides = bilan.problemes.find(({ cle }) => cle === `manquante:${aZero.section}`)
  const texte = t.zeros.texte(section?.libelle ?? aZero.section)
  const cellule = vides?.cellules[0] ?? null
  return [{ cle: 'zeros', nom: t.zeros.nom, texte, cellule, faite: !vides }]
}

/** What the exercise asks for, as its model allows it, on the figures as they stand. */
function etapesDe(vue: Vue, annule: boolean, relu: boolean): Etape[] {
  return [
    ...etapeRemplir(vue),
    ...etapeCorriger(vue),
    ...etapeJustifier(vue),
    ...etapeZeros(vue),
    { cle: 'annuler', ...t.annuler, cellule: null, faite: annule },
    { cle: 'relire', ...t.relire, cellule: null, faite: relu },
  ]
}

/** Whether a gesture was undone since the exercise began: its key is heard wherever one is. */
function useAnnulation(): boolean {
  const [faite, setFaite] = useState(false)
  useTouches(({ key, ctrlKey, metaKey }) => {
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') setFaite(true)
  })
  return faite
}

/** That it is an exercise, and what it teaches: steps that tick themselves, and cover nothing. */
export function Etapes({ exemple, lecture, surRecommencer }: Props) {
  const bilan = useBilan(lecture)
  const annule = useAnnulation()
  const relu = useSearchParams()[0].get('vue') === 'revue'
  // Learnt is learnt: a figure changed afterwards does not untick.
  const [acquises, setAcquises] = useState<ReadonlySet<string>>(new Set())
  const etapes = etapesDe({ exemple, lecture, bilan }, annule, relu)
  const nouvelles = etapes.filter(({ cle, faite }) => faite && !acquises.has(cle))
  if (nouvelles.length > 0) setAcquises(new Set([...acquises, ...nouvelles.map(({ cle }) => cle)]))
  const faites = etapes.filter(({ cle }) => acquises.has(cle))
  const suivante = etapes.find(({ cle }) => !acquises.has(cle))
  return (
    <section className="s-exercice" aria-label={t.titre}>
      <p className="s-exercice-titre">
        <Icone nom="info" taille={18} />
        <strong>{t.titre}</strong>
        <span>{t.chapeau}</span>
      </p>
      <details open>
        <summary id={ID_ETAPES}>
          {t.etapes}{' '}
          <span className="s-exercice-compte">{t.avance(faites.length, etapes.length)}</span>
        </summary>
        <ol className="s-etapes">
          {etapes.map((etape) => (
            <LigneEtape
              key={etape.cle}
              etape={etape}
              faite={acquises.has(etape.cle)}
              courante={etape === suivante}
            />
          ))}
        </ol>
      </details>
      <p className="s-outils">
        <BoutonAction size="small" onClick={surRecommencer}>
          {t.recommencer}
        </BoutonAction>
        <LienAction size="small" variant="text" to={paths.tableauDeBord}>
          {t.quitter}
        </LienAction>
      </p>
      <p role="status" className="ui-invisible">
        {annonceDe(faites.at(-1), faites.length === etapes.length)}
      </p>
    </section>
  )
}

function annonceDe(derniere: Etape | undefined, toutes: boolean): string {
  if (!derniere) return ''
  return toutes ? t.toutesFaites : t.annonce(derniere.nom)
}

type LigneProps = { etape: Etape; faite: boolean; courante: boolean }

function LigneEtape({ etape, faite, courante }: LigneProps) {
  const { nom, texte, cellule } = etape
  const aller = useAller()
  return (
    <li
      className={faite ? 's-etape-faite' : undefined}
      aria-current={courante ? 'step' : undefined}
    >
      <Icone nom={faite ? 'coche' : 'cercle'} taille={18} />
      <div>
        <strong>{nom}</strong>
        <span className="ui-invisible"> ({faite ? t.faite : t.aFaire})</span>
        {courante && <> {texte}</>}
        {!faite && cellule !== null && (
          <>
            {' '}
            <button
              type="button"
              className="s-lien"
              aria-label={t.allerA(nom)}
              onClick={() => aller(cellule)}
            >
              {t.aller}
            </button>
          </>
        )}
      </div>
    </li>
  )
}
