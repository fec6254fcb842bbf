import { styled } from '@mui/material/styles'
import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { formatDate, formatDateCourte, formatNombre, formatPart } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import type { Colonne } from '../../ui/Tableau.tsx'
import { EtatBadge } from '../EtatBadge.tsx'
import { suiteDe, type suiviDe } from '../suivi.ts'
import { ActionLigne } from './ActionLigne.tsx'
import { textes } from './listes.textes.ts'

const Second = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
}))

const Auteur = styled(Second)({
  maxWidth: 140,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const Signal = styled('span', { shouldForwardProp: (nom) => nom !== 'ton' })<{
  ton: 'error' | 'warning'
}>(({ theme, ton }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  whiteSpace: 'nowrap',
  color: theme.vars.palette[ton].main,
}))

function Structure({ structure }: Resume) {
  return (
    <>
      {structure.libelle}
      <Second>{structure.code}</Second>
    </>
  )
}

/** Model and month, the way to the form, and its number once it has one. */
function NomFormulaire(resume: Resume) {
  const { numero, modele } = resume
  const nom = `${modele.code} ${libellePeriode(resume)}`
  return (
    <span title={modele.libelle} style={{ whiteSpace: 'nowrap' }}>
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
      {formatPart(remplissage)}
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
      <span style={{ whiteSpace: 'nowrap' }}>{formatDateCourte(suivi.echeance)}</span>
      {signal && (
        <span style={{ display: 'block', fontSize: '0.8125rem' }}>
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
      {modifiePar && <Auteur title={modifiePar}>{modifiePar}</Auteur>}
    </span>
  )
}

type SuiviDe = (resume: Resume) => ReturnType<typeof suiviDe>

/** Every column of the lists of forms, in their order on screen. */
export function colonnesDe(suivi: SuiviDe): Record<string, Colonne<Resume>> {
  const t = textes.colonnes
  return {
    structure: {
      cle: 'structure',
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
