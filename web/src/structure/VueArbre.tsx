import type { EtatStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Icone } from '../ui/Icone.tsx'
import { Second } from '../ui/Ligne.tsx'
import { EtatBadge } from './EtatBadge.tsx'
import { useToutesStructures } from './structure.queries.ts'
import { textesStructure } from './structure.textes.ts'
import { type Filtrage, Trouvees } from './Trouvees.tsx'
import { type Libelles, useLibelles, useListes } from './useLibelles.ts'
import './arbre.css'

/** A structure and those attached to it. `trouvee`: it answers the filters itself. */
type Noeud = { structure: Structure; trouvee: boolean; enfants: Noeud[] }

/** A region: its regional offices first, then what depends on none. */
type Branche = {
  code: string
  libelle: string
  noeuds: Noeud[]
  /** How many answer the filters, and in which states. */
  total: number
  etats: Partial<Record<EtatStructure, number>>
}

type RefRegion = { code: string; libelle: string }
type ParParent = ReadonlyMap<string | null, Structure[]>

/** Those that answer, and all that they depend on. */
function retenues(toutes: readonly Structure[], trouvees: ReadonlySet<string>): Structure[] {
  const parCode = new Map(toutes.map((structure) => [structure.code, structure]))
  const gardes = new Set<string>()
  for (const code of trouvees) {
    let courante = parCode.get(code)
    while (courante && !gardes.has(courante.code)) {
      gardes.add(courante.code)
      courante = courante.parent ? parCode.get(courante.parent.code) : undefined
    }
  }
  return toutes.filter(({ code }) => gardes.has(code))
}

function noeudsDe(
  parent: string | null,
  parParent: ParParent,
  trouvees: ReadonlySet<string>,
): Noeud[] {
  const noeuds = (parParent.get(parent) ?? []).map((structure) => ({
    structure,
    trouvee: trouvees.has(structure.code),
    enfants: noeudsDe(structure.code, parParent, trouvees),
  }))
  const estBureau = ({ structure, enfants }: Noeud) =>
    enfants.length > 0 || structure.typeStructure === 'DR'
  return noeuds.sort(
    (a, b) =>
      Number(estBureau(b)) - Number(estBureau(a)) ||
      a.structure.libelle.localeCompare(b.structure.libelle, 'fr'),
  )
}

/** These, and all that hangs on them. */
const aplatir = (noeuds: readonly Noeud[]): Noeud[] =>
  noeuds.flatMap((noeud) => [noeud, ...aplatir(noeud.enfants)])

function brancheDe({ code, libelle }: RefRegion, noeuds: Noeud[]): Branche {
  const trouvees = aplatir(noeuds).filter(({ trouvee }) => trouvee)
  const etats: Branche['etats'] = {}
  for (const { structure } of trouvees) etats[structure.etat] = (etats[structure.etat] ?? 0) + 1
  return { code, libelle, noeuds, total: trouvees.length, etats }
}

/**
 * The structures by region and regional office. What a structure that answers depends on is shown
 * with it. Regions come in their order; those without structure do not.
 */
export function arbreDe(
  toutes: readonly Structure[],
  trouvees: ReadonlySet<string>,
  regions: readonly RefRegion[],
): Branche[] {
  const gardees = retenues(toutes, trouvees)
  const codes = new Set(gardees.map(({ code }) => code))
  const parParent = new Map<string | null, Structure[]>()
  for (const structure of gardees) {
    const { parent } = structure
    const sous = parent && codes.has(parent.code) ? parent.code : null
    parParent.set(sous, [...(parParent.get(sous) ?? []), structure])
  }
  const racines = noeudsDe(null, parParent, trouvees)
  const connues = new Set(regions.map(({ code }) => code))
  const autres = [...new Set(racines.map(({ structure }) => structure.region))]
    .filter((code) => !connues.has(code))
    .map((code) => ({ code, libelle: code }))
  return [...regions, ...autres]
    .map((region) =>
      brancheDe(
        region,
        racines.filter(({ structure }) => structure.region === region.code),
      ),
    )
    .filter(({ noeuds }) => noeuds.length > 0)
}

/** Codes of the structures that others hang on. */
const bureauxDe = (branches: readonly Branche[]): string[] =>
  branches
    .flatMap(({ noeuds }) => aplatir(noeuds))
    .filter(({ enfants }) => enfants.length > 0)
    .map(({ structure }) => structure.code)

/** Codes of all that folds: regions, and the structures that others hang on. */
export const codesPliables = (branches: readonly Branche[]): string[] => [
  ...branches.map(({ code }) => code),
  ...bureauxDe(branches),
]

/** More lines than one looks through: a search is shorter. */
const LIGNES_MAX = 150

/** Codes of what comes folded: nothing in a tree that one looks through, else the offices. */
export function plisOrigine(branches: readonly Branche[]): ReadonlySet<string> {
  const lignes = branches.flatMap(({ noeuds }) => aplatir(noeuds)).length
  return new Set(lignes > LIGNES_MAX ? bureauxDe(branches) : [])
}

const t = textesStructure.arbre

/** What is folded, by code. */
type Plis = { replies: ReadonlySet<string>; basculer: (code: string) => void; en: Libelles }

type PropsPliable = {
  code: string
  plis: Plis
  /** Names the button that opens and closes. */
  nom: string
  tete: ReactNode
  children: ReactNode
}

/** A line of the tree, and what hangs on it, under a button that shows or hides it. */
function Pliable({ code, plis, nom, tete, children }: PropsPliable) {
  const id = useId()
  const ouvert = !plis.replies.has(code)
  return (
    <li>
      <div className="str-ligne">
        <button
          type="button"
          className="str-pli"
          aria-expanded={ouvert}
          aria-controls={id}
          aria-label={nom}
          onClick={() => plis.basculer(code)}
        >
          <Icone nom={ouvert ? 'chevronBas' : 'chevronDroit'} taille={18} />
        </button>
        {tete}
      </div>
      <ul id={id} hidden={!ouvert}>
        {ouvert && children}
      </ul>
    </li>
  )
}

function Ligne({ noeud, plis: { replies, en } }: { noeud: Noeud; plis: Plis }) {
  const { code, libelle, typeStructure, modeles, capacite, etat } = noeud.structure
  const dit = noeud.trouvee ? `${code} · ${en('typeStructure', typeStructure)}` : t.horsFiltres
  const cachees = replies.has(code) ? ` · ${t.rattachees(aplatir(noeud.enfants).length)}` : ''
  return (
    <div className={noeud.trouvee ? 'str-une' : 'str-une str-hors'}>
      <span className="str-nom">
        <Link to={paths.structure(code)}>{libelle}</Link>
        <Second>{`${dit}${cachees}`}</Second>
      </span>
      <span className="str-quoi">{modeles.join(', ') || textesStructure.aucunDe}</span>
      <span className="str-places">
        {capacite === null ? textesStructure.aucunDe : t.places(capacite)}
      </span>
      <EtatBadge etat={etat} />
    </div>
  )
}

function Branches({ noeud, plis }: { noeud: Noeud; plis: Plis }) {
  const { structure, enfants } = noeud
  const ligne = <Ligne noeud={noeud} plis={plis} />
  if (enfants.length === 0) return <li className="str-feuille">{ligne}</li>
  return (
    <Pliable code={structure.code} plis={plis} nom={structure.libelle} tete={ligne}>
      {enfants.map((enfant) => (
        <Branches key={enfant.structure.code} noeud={enfant} plis={plis} />
      ))}
    </Pliable>
  )
}

function Region({ branche, plis }: { branche: Branche; plis: Plis }) {
  const { code, libelle, noeuds, total, etats } = branche
  const autres = (['INVITEE', 'SUSPENDUE', 'FERMEE'] as const).flatMap((etat) =>
    etats[etat] ? [t.dont(etats[etat], etat)] : [],
  )
  const tete = (
    <div className="str-region">
      <h2>{libelle}</h2>
      <span>{[textesStructure.compte(total), ...autres].join(' · ')}</span>
    </div>
  )
  return (
    <Pliable code={code} plis={plis} nom={libelle} tete={tete}>
      {noeuds.map((noeud) => (
        <Branches key={noeud.structure.code} noeud={noeud} plis={plis} />
      ))}
    </Pliable>
  )
}

/** What the tree is made of, those found marked in it; and what is folded, until they change. */
function useArbre(criteres: string) {
  const { data: toutes } = useToutesStructures()
  const { region } = useListes()
  const [plies, plier] = useState<{ criteres: string; codes: ReadonlySet<string> } | null>(null)
  // Until all are read, those that answer stand alone.
  const branchesDe = (trouvees: readonly Structure[]) =>
    arbreDe([...(toutes ?? trouvees)], new Set(trouvees.map(({ code }) => code)), region)
  // What one looks for must not come under an office folded before.
  const repliesDe = (branches: readonly Branche[]) =>
    plies?.criteres === criteres ? plies.codes : plisOrigine(branches)
  const replier = (codes: Iterable<string>) => plier({ criteres, codes: new Set(codes) })
  return { branchesDe, repliesDe, replier }
}

/** The structures by region and regional office. */
export function VueArbre({ filtrage }: { filtrage: Filtrage }) {
  const en = useLibelles()
  const { branchesDe, repliesDe, replier } = useArbre(JSON.stringify(filtrage.criteres))
  const bouton = (trouvees: readonly Structure[]) => {
    const branches = branchesDe(trouvees)
    const ouvert = repliesDe(branches).size === 0
    return (
      <BoutonAction
        variant="text"
        size="small"
        onClick={() => replier(ouvert ? codesPliables(branches) : [])}
      >
        {ouvert ? t.replier : t.deplier}
      </BoutonAction>
    )
  }
  const arbre = (trouvees: readonly Structure[]) => {
    const branches = branchesDe(trouvees)
    const replies = repliesDe(branches)
    const basculer = (code: string) =>
      replier(replies.has(code) ? [...replies].filter((un) => un !== code) : [...replies, code])
    return (
      <ul className="str-arbre" aria-label={t.nom}>
        {branches.map((branche) => (
          <Region key={branche.code} branche={branche} plis={{ replies, basculer, en }} />
        ))}
      </ul>
    )
  }
  return (
    <Trouvees filtrage={filtrage} fin={bouton}>
      {arbre}
    </Trouvees>
  )
}
