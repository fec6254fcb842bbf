import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { formatDate, formatDateCourte, formatNombre, formatPart } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import type { Colonne } from '../../ui/Tableau.tsx'
import { EtatBadge } from '../EtatBadge.tsx'
import { suiteDe, type suiviDe } from '../suivi.ts'
import { ActionLigne, libelleDe } from './ActionLigne.tsx'
import { textes } from './listes.textes.ts'
import { estDecidable, type Selection } from './useSelection.ts'
import './listes.css'

function Second({ children }: { children: ReactNode }) {
  return <span className="lst-second">{children}</span>
}

/** What calls for attention: an icon, a word, a colour. */
export function Signal({ ton, children }: { ton: 'error' | 'warning'; children: ReactNode }) {
  return <span className={`lst-signal lst-signal-${ton}`}>{children}</span>
}

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
  const nom = `${modele.code} ${libellePeriode(resume)}`
  return (
    <span title={modele.libelle} className="lst-insecable">
      {numero ? <Link to={paths.saisie(numero)}>{nom}</Link> : nom}
      {numero && <Second>{numero}</Second>}
    </span>
  )
}

/** How much of what is required is filled, and what the controls found. */
function Contenu({ numero, remplissage, erreurs, avertissements }: Resume) {
  if (numero === null) return '—'
  return (
    <>
      <span className="lst-rempli">
        <span className="lst-part">{formatPart(remplissage)}</span>
        <span className="lst-jauge" aria-hidden="true">
          <span style={{ inlineSize: `${100 * remplissage}%` }} />
        </span>
      </span>
      {erreurs > 0 && (
        <Second>
          <Signal ton="error">
            <Icone nom="erreur" taille={14} />
            {textes.erreurs(erreurs)}
          </Signal>
        </Second>
      )}
      {avertissements > 0 && (
        <Second>
          <Signal ton="warning">
            <Icone nom="attention" taille={14} />
            {textes.avertissements(avertissements)}
          </Signal>
        </Second>
      )}
    </>
  )
}

/** Due day, and how late; or that it came late. */
function Echeance({ suivi, horsDelai }: { suivi: ReturnType<typeof suiviDe>; horsDelai: boolean }) {
  const retard = suivi.joursRetard > 0 ? textes.retard(suivi.joursRetard) : null
  const signal = retard ?? (horsDelai ? textes.horsDelai : null)
  return (
    <>
      <span className="lst-insecable">{formatDateCourte(suivi.echeance)}</span>
      {signal && (
        <span className="lst-second">
          <Signal ton={retard ? 'error' : 'warning'}>
            <Icone nom="horloge" taille={14} />
            {signal}
          </Signal>
        </span>
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
        <span className="lst-second lst-auteur" title={modifiePar}>
          {modifiePar}
        </span>
      )}
    </span>
  )
}

type SuiviDe = (resume: Resume) => ReturnType<typeof suiviDe>

/** Chooses lines, those of which something may be decided. */
export const colonneChoix = ({ contient, basculer }: Selection): Colonne<Resume> => ({
  cle: 'choix',
  titre: textes.selection.colonne,
  muet: true,
  rendu: (r) =>
    estDecidable(r) && (
      <label>
        <input
          type="checkbox"
          checked={contient(r)}
          aria-label={textes.selection.ligne(libelleDe(r))}
          onChange={({ target }) => basculer(r, target.checked)}
        />
      </label>
    ),
})

/** Every column of the lists of forms, in their order on screen. */
export function colonnesDe(suivi: SuiviDe): Record<string, Colonne<Resume>> {
  const t = textes.colonnes
  return {
    structure: {
      cle: 'structure',
      entete: true,
      titre: t.structure,
      tri: 'structure',
      rendu: (r) => <Structure {...r} />,
    },
    rapport: {
      cle: 'rapport',
      titre: t.rapport,
      tri: 'periode',
      rendu: (r) => <NomFormulaire {...r} />,
    },
    etat: { cle: 'etat', titre: t.etat, tri: 'etat', rendu: (r) => <EtatBadge etat={r.etat} /> },
    echeance: {
      cle: 'echeance',
      titre: t.echeance,
      rendu: (r) => <Echeance suivi={suivi(r)} horsDelai={r.horsDelai} />,
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
      rendu: (r) => formatNombre(r.effectif),
    },
    modifieLe: {
      cle: 'modifieLe',
      titre: t.modifieLe,
      tri: 'modifieLe',
      rendu: (r) => <Modification {...r} />,
    },
    action: {
      cle: 'action',
      titre: t.action,
      muet: true,
      rendu: (r) => (suiteDe(r) === 'ouvrir' ? null : <ActionLigne resume={r} />),
    },
  }
}
