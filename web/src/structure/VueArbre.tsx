import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Icone } from '../ui/Icone.tsx'
import { arbreDe, type Branche, type Noeud } from './arbre.ts'
import { EtatBadge } from './EtatBadge.tsx'
import { useToutesStructures } from './structure.queries.ts'
import { textes } from './structure.textes.ts'
import { Trouvees } from './Trouvees.tsx'
import type { Filtrage } from './useFiltrage.ts'
import { type Libelles, useLibelles, useListes } from './useLibelles.ts'
import './arbre.css'

const t = textes.arbre

/** What is folded, by code; all is open at first. */
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
        {children}
      </ul>
    </li>
  )
}

function Ligne({ noeud, en }: { noeud: Noeud; en: Libelles }) {
  const { code, libelle, typeStructure, modeles, capacite, etat } = noeud.structure
  return (
    <div className={noeud.trouvee ? 'str-une' : 'str-une str-hors'}>
      <span className="str-nom">
        <Link to={paths.structure(code)}>{libelle}</Link>
        <span className="str-second">
          {noeud.trouvee ? `${code} · ${en('typeStructure', typeStructure)}` : t.horsFiltres}
        </span>
      </span>
      <span className="str-quoi">{modeles.join(', ') || textes.aucunDe}</span>
      <span className="str-places">{capacite === null ? textes.aucunDe : t.places(capacite)}</span>
      <EtatBadge etat={etat} />
    </div>
  )
}

function Branches({ noeud, plis }: { noeud: Noeud; plis: Plis }) {
  const { structure, enfants } = noeud
  const ligne = <Ligne noeud={noeud} en={plis.en} />
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
      <span>{[textes.compte(total), ...autres].join(' · ')}</span>
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

const codesPliables = (noeuds: readonly Noeud[]): string[] =>
  noeuds.flatMap(({ structure, enfants }) =>
    enfants.length > 0 ? [structure.code, ...codesPliables(enfants)] : [],
  )

/** What is folded, and what the tree is made of, those found marked in it. */
function useArbre() {
  const { data: toutes } = useToutesStructures()
  const { region } = useListes()
  const [replies, setReplies] = useState<ReadonlySet<string>>(new Set())
  // Until all are read, those that answer stand alone.
  const branchesDe = (trouvees: readonly Structure[]) =>
    arbreDe([...(toutes ?? trouvees)], new Set(trouvees.map(({ code }) => code)), region)
  const basculer = (code: string) =>
    setReplies((avant) =>
      avant.has(code) ? new Set([...avant].filter((un) => un !== code)) : new Set([...avant, code]),
    )
  const basculerTout = (trouvees: readonly Structure[]) => {
    const tous = branchesDe(trouvees).flatMap(({ code, noeuds }) => [
      code,
      ...codesPliables(noeuds),
    ])
    setReplies(new Set(replies.size === 0 ? tous : []))
  }
  return { branchesDe, basculerTout, plis: { replies, basculer } }
}

/** The structures by region and regional office. */
export function VueArbre({ filtrage }: { filtrage: Filtrage }) {
  const en = useLibelles()
  const { branchesDe, basculerTout, plis } = useArbre()
  const bouton = (trouvees: readonly Structure[]) => (
    <BoutonAction variant="text" size="small" onClick={() => basculerTout(trouvees)}>
      {plis.replies.size === 0 ? t.replier : t.deplier}
    </BoutonAction>
  )
  return (
    <Trouvees filtrage={filtrage} fin={bouton}>
      {(trouvees) => (
        <ul className="str-arbre" aria-label={t.nom}>
          {branchesDe(trouvees).map((branche) => (
            <Region key={branche.code} branche={branche} plis={{ ...plis, en }} />
          ))}
        </ul>
      )}
    </Trouvees>
  )
}
