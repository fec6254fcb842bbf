import { CASES, type Case } from '@releve/contract/dashboard/dashboard.rules.ts'
import type { Matrice as Donnees, Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import { completudeDe } from '@releve/contract/formulaire/suivi.rules.ts'
import { LIBELLES_MOIS, MOIS } from '@releve/contract/mois.ts'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  startTransition,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { BoutonAction } from '../../../../ui/BoutonAction.tsx'
import { EtatVide } from '../../../../ui/EtatVide.tsx'
import { formatMoisCourt, formatPart } from '../../../../ui/format.ts'
import { Invisible } from '../../../../ui/Invisible.tsx'
import { Note } from '../../../../ui/Note.tsx'
import { textesMatrice } from '../central.textes.ts'
import { BarreChoix } from './BarreChoix.tsx'
import {
  type CaseChoisie,
  caseDe,
  choisiesDe,
  choisissablesDe,
  cleDeCase,
  estAttendue,
  estTardive,
  type LigneMatrice,
  libelleDeCase,
  lienDeCase,
  lignesDe,
  placeVoulue,
} from './matrice.ts'
import { type Choix, useChoix } from './useChoix.ts'
import './matrice.css'

const t = textesMatrice

/** The look of a letter: that of its state, and a corner where it is late. */
const classeDe = (une: Case, choisie: boolean) =>
  [
    'mat-case',
    `mat-${une.toUpperCase()}`,
    estTardive(une) && 'mat-tardive',
    choisie && 'mat-choisie',
  ]
    .filter(Boolean)
    .join(' ')

type Reperes = Pick<Matrice, 'annee' | 'numeros'>
type PropsCase = {
  ligne: LigneMatrice
  mois: number
  reperes: Reperes
  choisie: boolean
  premiere: boolean
}

/** A square: what is expected leads to its report; what is not is walked over. */
function Carre({ ligne, mois, reperes, choisie, premiere }: PropsCase) {
  const une = caseDe(ligne, mois)
  const commun = { 'data-mois': mois, tabIndex: premiere ? 0 : -1 }
  if (!estAttendue(une)) {
    return (
      <span {...commun} className="mat-case mat-rien" role="img" aria-label={CASES[une]}>
        {une === '-' ? '' : '·'}
      </span>
    )
  }
  const nom = libelleDeCase(ligne, reperes.annee, mois)
  return (
    <a
      {...commun}
      href={lienDeCase(ligne, reperes, mois)}
      className={classeDe(une, choisie)}
      aria-label={choisie ? t.choisie(nom) : nom}
    >
      {une.toUpperCase()}
    </a>
  )
}

type Props = {
  lignes: readonly LigneMatrice[]
  /** Rank of the first one in the whole. */
  debut: number
  reperes: Reperes
  /** The keys chosen among these lines, joined: it changes when they do. */
  choisies: string
}

/** Whether all of a line that may be chosen is, and what to press for it; seen while one chooses. */
function Choix({ ligne, cles }: { ligne: LigneMatrice; cles: ReadonlySet<string> }) {
  const toutes = choisissablesDe([ligne])
  return (
    <input
      type="checkbox"
      data-ligne={ligne.cle}
      checked={toutes.length > 0 && toutes.every((cle) => cles.has(cle))}
      disabled={toutes.length === 0}
      aria-label={t.choisirLigne(ligne.structure.libelle, ligne.modele)}
      readOnly
    />
  )
}

/**
 * Some lines, drawn when they come near the screen (`content-visibility`): all are in the page, for
 * who searches it, hears it or prints it. What is pressed in them is heard by the table.
 */
const Tranche = memo(function Tranche({ lignes, debut, reperes, choisies }: Props) {
  const cles = new Set(choisies ? choisies.split('\n') : [])
  return (
    <tbody style={{ '--lignes': lignes.length } as React.CSSProperties}>
      {lignes.map((ligne, rang) => (
        <tr key={ligne.cle} data-rang={debut + rang} className={ligne.premiere ? 'mat-tete' : ''}>
          <th scope="row">
            <Choix ligne={ligne} cles={cles} />
            <span className="mat-structure" title={ligne.structure.libelle}>
              {ligne.premiere ? (
                ligne.structure.libelle
              ) : (
                <Invisible>{ligne.structure.libelle}</Invisible>
              )}
            </span>
            <span className="mat-modele">{ligne.modele}</span>
          </th>
          {MOIS.map((nom, mois) => (
            <td key={nom}>
              <Carre
                {...{ ligne, mois, reperes }}
                choisie={cles.has(cleDeCase(ligne, mois))}
                premiere={debut + rang + mois === 0}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
})

/** In the order of a report's life. */
const LETTRES: readonly Case[] = ['N', 'B', 'S', 'V', 'A', 'D', 'R', 'C']

/** What the letters say: who hears the table hears the words. */
function Legende() {
  return (
    <ul className="mat-legende" aria-label={textesMatrice.etats}>
      {LETTRES.map((lettre) => (
        <li key={lettre}>
          <span className={`mat-case mat-${lettre}`} aria-hidden="true">
            {lettre}
          </span>
          {CASES[lettre]}
        </li>
      ))}
      <li>
        <span className="mat-case mat-N mat-tardive" aria-hidden="true" />
        {textesMatrice.tardive}
      </li>
    </ul>
  )
}

/** Lines drawn, or left aside, together. */
const PAR_TRANCHE = 10
/** Slices of the first picture, then those added at each turn until all are in the page. */
const PREMIERES = 6
const PAR_TOUR = 16

type Part = { debut: number; lignes: LigneMatrice[] }

function tranchesDe(lignes: readonly LigneMatrice[]): Part[] {
  const nombre = Math.ceil(lignes.length / PAR_TRANCHE)
  return Array.from({ length: nombre }, (_, rang) => ({
    debut: rang * PAR_TRANCHE,
    lignes: lignes.slice(rang * PAR_TRANCHE, (rang + 1) * PAR_TRANCHE),
  }))
}

/** How many slices are in the page: a country comes in several turns, and none holds the hand. */
function useMontrees(total: number): number {
  const [montrees, setMontrees] = useState(PREMIERES)
  useEffect(() => {
    if (montrees >= total) return
    const suite = setTimeout(() => startTransition(() => setMontrees(montrees + PAR_TOUR)))
    return () => clearTimeout(suite)
  }, [montrees, total])
  return montrees
}

/** The square that was pressed or that has the focus, and its place. */
function viseDe(cible: EventTarget) {
  const carre = cible instanceof Element ? cible.closest<HTMLElement>('[data-mois]') : null
  const rang = carre?.closest('tr')?.dataset.rang
  if (!carre || rang === undefined) return null
  return { carre, place: { ligne: Number(rang), mois: Number(carre.dataset.mois) } }
}

/** One square at a time is in the tab order: the last one that had the focus. */
function viser(table: Element, { ligne, mois }: { ligne: number; mois: number }): void {
  const suivant = table.querySelector<HTMLElement>(`tr[data-rang="${ligne}"] [data-mois="${mois}"]`)
  if (!suivant) return
  for (const ancien of table.querySelectorAll<HTMLElement>('[data-mois][tabindex="0"]')) {
    ancien.tabIndex = -1
  }
  suivant.tabIndex = 0
  suivant.focus()
}

const estSimple = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent) =>
  !ctrlKey && !metaKey && !shiftKey && button === 0

/** The gestures of the whole table: squares are too many for each to have its own. */
function useGestes(lignes: readonly LigneMatrice[], choix: Choix) {
  const naviguer = useNavigate()
  const basculerCase = ({ ligne: rang, mois }: { ligne: number; mois: number }) => {
    const ligne = lignes[rang]
    if (ligne && estAttendue(caseDe(ligne, mois))) choix.basculer([cleDeCase(ligne, mois)])
  }
  const auClavier = (evenement: KeyboardEvent) => {
    const vise = viseDe(evenement.target)
    if (!vise || evenement.altKey || evenement.metaKey) return
    if (evenement.key === ' ') {
      evenement.preventDefault()
      return basculerCase(vise.place)
    }
    const sens = getComputedStyle(vise.carre).direction === 'rtl' ? -1 : 1
    const suivante = placeVoulue(vise.place, evenement, { lignes: lignes.length, sens })
    if (!suivante) return
    evenement.preventDefault()
    viser(evenement.currentTarget, suivante)
  }
  const auClic = (evenement: MouseEvent) => {
    const { target } = evenement
    if (target instanceof HTMLInputElement && target.dataset.ligne) {
      const ligne = lignes.find(({ cle }) => cle === target.dataset.ligne)
      if (ligne) choix.basculer(choisissablesDe([ligne]))
      return
    }
    const vise = viseDe(target)
    if (!vise || !estSimple(evenement)) return
    const lien = vise.carre.getAttribute('href')
    if (!lien) return
    evenement.preventDefault()
    if (choix.ouvert) basculerCase(vise.place)
    else void naviguer(lien)
  }
  return { onKeyDown: auClavier, onClick: auClic }
}

/** Where the months do not all fit, the last one begun is what one comes for. */
function montrerDernier(boite: HTMLElement | null): void {
  const dernier = [...(boite?.querySelectorAll<HTMLElement>('th[data-venu]') ?? [])].at(-1)
  if (!boite || !dernier || getComputedStyle(boite).direction === 'rtl') return
  boite.scrollLeft = dernier.offsetLeft + dernier.offsetWidth - boite.clientWidth
}

type PropsTete = { donnees: Donnees; disposition: Disposition; choix: Choix }

function Tete({ donnees, disposition, choix }: PropsTete) {
  return (
    <thead>
      <tr>
        <th scope="col">{t.structure}</th>
        {donnees.mois.map((duMois, rang) => {
          const { mois, statut } = duMois
          const periode = { mois, annee: donnees.annee }
          const part = completudeDe(duMois)
          const siennes = disposition.mois[rang] ?? []
          return (
            <th key={mois} scope="col" data-venu={statut === 'A_VENIR' ? undefined : ''}>
              {choix.ouvert && siennes.length > 0 && (
                <input
                  type="checkbox"
                  checked={siennes.every((cle) => choix.cles.has(cle))}
                  aria-label={t.choisirMois(LIBELLES_MOIS[mois].toLowerCase())}
                  onChange={() => choix.basculer(siennes)}
                />
              )}
              <abbr title={LIBELLES_MOIS[mois]}>{formatMoisCourt(periode).split(' ')[0]}</abbr>
              {part !== null && (
                <span className="mat-part" title={t.recus(duMois.recus, duMois.attendus)}>
                  {formatPart(part)}
                </span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** The keys chosen of each slice, as one text: what has not changed is not drawn again. */
function parTranche(choisies: readonly CaseChoisie[]): ReadonlyMap<number, string> {
  const cles = new Map<number, string>()
  for (const { rang, ligne, mois } of choisies) {
    const tranche = Math.floor(rang / PAR_TRANCHE)
    cles.set(tranche, `${cles.get(tranche) ?? ''}${cleDeCase(ligne, mois)}\n`)
  }
  return cles
}

/** What is shown of a year, set out once. */
function disposer(donnees: Donnees) {
  const lignes = lignesDe(donnees)
  return {
    lignes,
    tranches: tranchesDe(lignes),
    rangs: new Map(lignes.map(({ cle }, rang) => [cle, rang])),
    /** The squares of each month that may be chosen. */
    mois: donnees.mois.map((_, rang) => choisissablesDe(lignes, rang)),
  }
}
type Disposition = ReturnType<typeof disposer>

/** Structures × months: a square for each report, which opens it, or chooses it. */
export function Matrice({ donnees, vue }: { donnees: Donnees; vue: string }) {
  const choix = useChoix(vue)
  const disposition = useMemo(() => disposer(donnees), [donnees])
  const { lignes, tranches, rangs } = disposition
  const montrees = useMontrees(tranches.length)
  const gestes = useGestes(lignes, choix)
  const choisies = choisiesDe(lignes, rangs, choix.cles)
  const cles = parTranche(choisies)
  if (lignes.length === 0) return <EtatVide icone="filtre">{t.vide(donnees.annee)}</EtatVide>
  return (
    <>
      <div className="mat-outils">
        <Legende />
        <BoutonAction
          size="small"
          aria-pressed={choix.ouvert}
          onClick={() => choix.ouvrir(!choix.ouvert)}
        >
          {choix.ouvert ? t.finir : t.choisir}
        </BoutonAction>
      </div>
      {choix.ouvert && <BarreChoix annee={donnees.annee} choix={choix} choisies={choisies} />}
      <section className="mat-boite" ref={montrerDernier} aria-label={t.legende(donnees.annee)}>
        {/* Its links and boxes are heard here, and work without it. */}
        <table className="mat" data-choix={choix.ouvert || undefined} {...gestes}>
          <caption className="ui-invisible">{t.legende(donnees.annee)}</caption>
          <Tete {...{ donnees, disposition, choix }} />
          {tranches.slice(0, montrees).map((tranche, rang) => (
            <Tranche
              key={tranche.debut}
              {...tranche}
              reperes={donnees}
              choisies={cles.get(rang) ?? ''}
            />
          ))}
        </table>
      </section>
      <Note>{t.aide}</Note>
    </>
  )
}
