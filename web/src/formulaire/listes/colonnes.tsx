import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleFormulaire } from '@releve/contract/mois.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { formatDate, formatDateCourte, formatNombre } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import { Jauge } from '../../ui/Jauge.tsx'
import { Second } from '../../ui/Ligne.tsx'
import { type Colonne, SqueletteTableau, Tableau } from '../../ui/Tableau.tsx'
import { EtatBadge, Signal } from '../EtatBadge.tsx'
import { cleResume, retardDe, suiteDe } from '../suivi.ts'
import { ActionLigne } from './ActionLigne.tsx'
import { textesListes } from './listes.textes.ts'
import './listes.css'

function Structure({ structure }: Resume) {
  return (
    <>
      <span className="lst-nom">{structure.libelle}</span>
      <Second>{structure.code}</Second>
    </>
  )
}

/** Model and month, the way to the form, and its number once it has one. */
function NomFormulaire(resume: Resume) {
  const { numero, modele } = resume
  const nom = `${modele.code} ${libelleFormulaire(resume)}`
  return (
    <span title={modele.libelle} className="lst-insecable">
      {numero ? <Link to={paths.saisie(numero)}>{nom}</Link> : nom}
      {numero && <Second>{numero}</Second>}
    </span>
  )
}

/** How much of what is required is filled, and what the controls found. */
function Contenu(resume: Resume) {
  const { numero, remplissage, erreurs, avertissements } = resume
  if (numero === null) return '—'
  return (
    <>
      <Jauge part={remplissage} serree />
      {erreurs > 0 && (
        <Second>
          <Signal ton="error">
            <Icone nom="erreur" taille={14} />
            {textesListes.erreurs(erreurs)}
          </Signal>
        </Second>
      )}
      {avertissements > 0 && (
        <Second>
          <Signal ton="warning">
            <Icone nom="attention" taille={14} />
            {textesListes.avertissements(avertissements)}
          </Signal>
        </Second>
      )}
      <Remarques {...resume} />
    </>
  )
}

/** Remarks on its cells: those that wait for the structure, and for who reviews. */
function Remarques({ remarquesOuvertes, remarquesCorrigees }: Resume) {
  if (remarquesOuvertes + remarquesCorrigees === 0) return null
  return (
    <Second>
      <Icone nom="commentaire" taille={14} />{' '}
      {textesListes.remarques(remarquesOuvertes, remarquesCorrigees)}
    </Second>
  )
}

/** Due day, and how late; or that it came late. */
function Echeance(resume: Resume) {
  const { jour } = useCalendrier()
  const jours = retardDe(resume, jour)
  const retard = jours > 0 ? textesListes.retard(jours) : null
  const signal = retard ?? (resume.horsDelai ? textesListes.horsDelai : null)
  return (
    <>
      <span className="lst-insecable">{formatDateCourte(resume.echeance)}</span>
      {signal && (
        <Second>
          <Signal ton={retard ? 'error' : 'warning'}>
            <Icone nom="horloge" taille={14} />
            {signal}
          </Signal>
        </Second>
      )}
    </>
  )
}

function Modification({ modifieLe, modifiePar }: Resume) {
  if (!modifieLe) return '—'
  return (
    <span title={formatDate(modifieLe)}>
      {formatDateCourte(modifieLe)}
      {modifiePar && (
        <Second title={modifiePar}>
          <span className="lst-auteur">{modifiePar}</span>
        </Second>
      )}
    </span>
  )
}

const t = textesListes.colonnes

/** Every column of the lists of forms. */
const COLONNES = {
  structure: {
    cle: 'structure',
    entete: true,
    titre: t.structure,
    tri: 'structure',
    largeur: 32,
    className: 'lst-structure',
    rendu: (r) => <Structure {...r} />,
  },
  rapport: {
    cle: 'rapport',
    titre: t.rapport,
    tri: 'periode',
    className: 'lst-rapport',
    rendu: (r) => <NomFormulaire {...r} />,
  },
  etat: {
    cle: 'etat',
    titre: t.etat,
    tri: 'etat',
    className: 'lst-etat',
    rendu: (r) => <EtatBadge etat={r.etat} />,
  },
  echeance: {
    cle: 'echeance',
    titre: t.echeance,
    className: 'lst-echeance',
    rendu: (r) => <Echeance {...r} />,
  },
  contenu: {
    cle: 'contenu',
    titre: t.contenu,
    tri: 'remplissage',
    rendu: (r) => <Contenu {...r} />,
  },
  effectif: {
    cle: 'effectif',
    titre: t.effectif,
    tri: 'effectif',
    nombre: true,
    concerne: (r) => r.modele.avecEffectif,
    rendu: (r) => formatNombre(r.effectif),
  },
  modifieLe: {
    cle: 'modifieLe',
    titre: t.modifieLe,
    tri: 'modifieLe',
    className: 'lst-modifie',
    rendu: (r) => <Modification {...r} />,
  },
  action: {
    cle: 'action',
    titre: t.action,
    muet: true,
    largeur: 'contenu',
    className: 'lst-action',
    rendu: (r) => (suiteDe(r) === 'ouvrir' ? null : <ActionLigne resume={r} />),
  },
} satisfies Record<string, Colonne<Resume>>

/** These columns, in this order: the same words on every screen. */
export const colonnesDe = (...noms: (keyof typeof COLONNES)[]): readonly Colonne<Resume>[] =>
  noms.map((nom) => COLONNES[nom])

type Props = { colonnes: readonly Colonne<Resume>[] }

/** A list of forms, outside the screens that filter them. */
export function TableauFormulaires(props: Props & { legende: string; lignes: readonly Resume[] }) {
  return <Tableau {...props} className="lst-formulaires" cleDe={cleResume} />
}

/** The shape of that list while it is read. */
export function SqueletteFormulaires(props: Props & { lignes?: number }) {
  return <SqueletteTableau {...props} className="lst-formulaires" />
}
