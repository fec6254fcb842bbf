import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Section, SectionMatrice } from '@releve/contract/modele/modele.schema.ts'
import { memo, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { facultatif } from '../../ui/facultatif.ts'
import { Controles, LienCase } from './Controles.tsx'
import {
  Grille,
  grilleMatrice,
  type Identite,
  legendesMatrice,
  ToutAZero,
} from './grille/Grille.tsx'
import { ID_PANNEAU_SECTION, Onglets } from './Onglets.tsx'
import { textesSaisie, textesTrouver } from './saisie.textes.ts'
import type { Entree, Lecture } from './store/client.ts'
import { allerATitre, type Vue } from './useVue.ts'

/** For the browser's own search, which nobody makes at once. */
const TROUVER_MS = 1500
const TrouverAuRepos = facultatif(async () => ({ default: Trouver }), TROUVER_MS)

type Props = { lecture: Lecture; entree: Entree | null; formulaire: Formulaire; vue: Vue }

/** Whether the browser takes its picture for paper: the report is whole on it, whatever is shown. */
function useImpression(): boolean {
  const [imprime, setImprime] = useState(false)
  useEffect(() => {
    const avant = () => flushSync(() => setImprime(true))
    const apres = () => setImprime(false)
    window.addEventListener('beforeprint', avant)
    window.addEventListener('afterprint', apres)
    return () => {
      window.removeEventListener('beforeprint', avant)
      window.removeEventListener('afterprint', apres)
    }
  }, [])
  return imprime
}

/** The sections that stand before and after one: how far, and what leads there is called. */
const VOISINES = [
  [-1, textesSaisie.onglet.precedente],
  [1, textesSaisie.onglet.suivante],
] as const

/** The sections of the form: one under its tab, or all of them one under the other. */
export function Feuilles({ lecture, entree, formulaire, vue }: Props) {
  // Who and when never change in an open form: kept as first read, so that saves render no section.
  const [identite] = useState(formulaire)
  const imprime = useImpression()
  const { sections } = lecture.modele
  const rang = sections.findIndex(({ code }) => code === vue.section)
  const section = sections[rang]
  // Who goes on to a section begins it at its heading, once it is on the screen.
  const venu = useRef(false)
  useLayoutEffect(() => {
    if (venu.current) allerATitre(`titre-${vue.section}`)
    venu.current = false
  }, [vue.section])
  if (vue.tout || !section)
    return (
      <div className="s-tout">
        {sections.map((chacune) => (
          <Feuille key={chacune.code} {...{ lecture, entree, identite }} section={chacune} />
        ))}
        {entree && <ToutAZero entree={entree} />}
      </div>
    )
  return (
    <div className="s-cahier">
      <Onglets
        {...{ lecture, entree, sections }}
        choisie={vue.section}
        surChoix={(code) => vue.changer({ section: code })}
      />
      <div role="tabpanel" id={ID_PANNEAU_SECTION} aria-labelledby={`onglet-${section.code}`}>
        {(imprime ? sections : [section]).map((une) => (
          <Feuille key={une.code} {...{ lecture, entree, identite }} section={une} />
        ))}
        <p className="s-outils s-voisines">
          {VOISINES.map(([pas, dire]) => {
            const voisine = sections[rang + pas]
            if (!voisine) return null
            const passer = () => {
              venu.current = true
              vue.changer({ section: voisine.code })
            }
            return (
              <BoutonAction key={pas} size="small" onClick={passer}>
                {dire(voisine.libelle)}
              </BoutonAction>
            )
          })}
        </p>
        <Suspense>
          <TrouverAuRepos key={section.code} {...{ lecture, section }} />
        </Suspense>
      </div>
    </div>
  )
}

type FeuilleProps = Pick<Props, 'lecture' | 'entree'> & { section: Section; identite: Identite }

/** One section: its heading and source, its cells, what its controls say. */
export const Feuille = memo(function Feuille({ lecture, entree, section, identite }: FeuilleProps) {
  const titre = `titre-${section.code}`
  return (
    <section className="s-section" id={`section-${section.code}`} aria-labelledby={titre}>
      <h2 id={titre} tabIndex={-1}>
        {section.libelle}
      </h2>
      {section.source && <p className="s-source">{textesSaisie.source(section.source)}</p>}
      {section.aide && <p className="s-aide">{section.aide}</p>}
      <div className="s-plan">
        <Grille {...{ lecture, entree, section, identite }} />
        {section.type !== 'identification' && (
          <Controles {...{ lecture, entree }} section={section.code} />
        )}
      </div>
    </section>
  )
})

/** Within what is hidden, so that it takes no room before. */
const ECARTE = { marginBlock: '24px 8px' }
/** Short names, many of them, far enough from each other for a finger. */
const EN_COLONNES = { columns: '18em', lineHeight: '26px', paddingInlineStart: '20px' }

/** What names cells, and the first of them. */
type Nom = { libelle: string; adresse: string }

function nomsDeMatrice(section: SectionMatrice): Nom[] {
  const grille = grilleMatrice(section)
  const { lignes, colonnes } = legendesMatrice(section)
  return [
    ...lignes.map((libelle, rang) => ({ libelle, adresse: grille[rang]?.[0] ?? '' })),
    ...colonnes.map(({ groupe, libelle }, rang) => ({
      libelle: [groupe, libelle].filter(Boolean).join(' – '),
      adresse: grille[0]?.[rang] ?? '',
    })),
  ]
}

/** What a section says beside its figures. */
function nomsDe(section: Section, lecture: Lecture): Nom[] {
  const { code } = section
  switch (section.type) {
    case 'identification':
      return []
    case 'champs':
      return section.champs.map(({ code: champ, libelle }) => ({
        libelle,
        adresse: section.prefixe ? `${code}.${champ}` : champ,
      }))
    case 'matrice':
      return nomsDeMatrice(section)
    case 'tableau': {
      const [premiere] = lecture.lignes(code)
      if (premiere === undefined) return []
      return section.colonnes.map(({ code: colonne, libelle }) => ({
        libelle,
        adresse: `${code}.${premiere}.${colonne}`,
      }))
    }
  }
}

/** The site says of whatever is hidden that it is not drawn; the browser draws this once found. */
function cacher(boite: HTMLElement): void {
  boite.style.setProperty('display', 'block', 'important')
  boite.setAttribute('hidden', 'until-found')
}

/** For a `ref`: what it holds is found by the browser, which shows one of them at a time. */
function rendreTrouvable(boite: HTMLElement | null) {
  if (!boite) return
  const parts = [...boite.querySelectorAll<HTMLElement>(':scope > section')]
  parts.forEach(cacher)
  const montrer = ({ target }: Event) => parts.filter((une) => une !== target).forEach(cacher)
  boite.addEventListener('beforematch', montrer)
  return () => boite.removeEventListener('beforematch', montrer)
}

type TrouverProps = {
  lecture: Lecture
  /** The one that is shown. */
  section: Section
}

/**
 * What the sections that are not shown say, for the browser's own search alone: nothing of it is
 * laid out until it is found, and no key renders it. What is found leads to its cell. It is never
 * taken away as it is found: the browser would search again, from section to section, for ever.
 */
function Trouver({ lecture, section: montree }: TrouverProps) {
  if (!('onbeforematch' in document)) return null
  const autres = lecture.modele.sections.flatMap((section) => {
    const noms = section === montree ? [] : nomsDe(section, lecture)
    const [premier] = noms
    return premier ? [{ ...section, noms, premier: premier.adresse }] : []
  })
  return (
    <div ref={rendreTrouvable} className="s-ecran">
      {autres.map(({ code, libelle, noms, premier }) => (
        <section key={code} id={`trouver-${code}`} aria-labelledby={`trouver-titre-${code}`}>
          <h3 id={`trouver-titre-${code}`} style={ECARTE}>
            <LienCase adresse={premier}>{textesTrouver.dans(libelle)}</LienCase>
          </h3>
          <ul style={EN_COLONNES}>
            {noms.map(({ libelle: nom, adresse }) => (
              <li key={adresse + nom}>
                <LienCase adresse={adresse}>{nom}</LienCase>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
