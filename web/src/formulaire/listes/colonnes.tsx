import { styled } from '@mui/material/styles'
import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_MOIS } from '@releve/contract/mois.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { formatDate, formatDateCourte, formatNombre, formatPart } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import type { Colonne } from '../../ui/Tableau.tsx'
import { EtatBadge } from '../EtatBadge.tsx'
import type { suiviDe } from '../suivi.ts'
import { ActionLigne } from './ActionLigne.tsx'
import { textes } from './listes.textes.ts'

const Second = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
}))

export const Signal = styled('span', { shouldForwardProp: (nom) => nom !== 'ton' })<{
  ton: 'error' | 'warning'
}>(({ theme, ton }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  whiteSpace: 'nowrap',
  color: theme.vars.palette[ton].main,
}))

export const titrePeriode = ({ mois, annee }: Pick<Resume, 'mois' | 'annee'>) =>
  `${LIBELLES_MOIS[mois]}\u00a0${annee}`

function Structure({ structure }: Resume) {
  return (
    <>
      {structure.libelle}
      <Second>{structure.code}</Second>
    </>
  )
}

function Rapport(resume: Resume) {
  const { numero, modele } = resume
  return (
    <span title={modele.libelle} style={{ whiteSpace: 'nowrap' }}>
      {numero ? <Link to={paths.saisie(numero)}>{numero}</Link> : modele.code}
    </span>
  )
}

function Controles({ erreurs, avertissements, numero }: Resume) {
  if (numero === null) return '—'
  if (erreurs + avertissements === 0) return '0'
  return (
    <>
      {erreurs > 0 && (
        <Signal ton="error">
          <Icone nom="erreur" taille={16} />
          {textes.erreurs(erreurs)}
        </Signal>
      )}{' '}
      {avertissements > 0 && (
        <Signal ton="warning">
          <Icone nom="attention" taille={16} />
          {textes.avertissements(avertissements)}
        </Signal>
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
      {modifiePar && <Second>{modifiePar}</Second>}
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
      entete: true,
      rendu: (r) => <Structure {...r} />,
    },
    rapport: { cle: 'rapport', titre: t.rapport, rendu: (r) => <Rapport {...r} /> },
    periode: { cle: 'periode', titre: t.periode, tri: 'periode', rendu: titrePeriode },
    etat: { cle: 'etat', titre: t.etat, tri: 'etat', rendu: (r) => <EtatBadge etat={r.etat} /> },
    echeance: {
      cle: 'echeance',
      titre: t.echeance,
      rendu: (r) => <Echeance suivi={suivi(r)} horsDelai={r.horsDelai} />,
    },
    remplissage: {
      cle: 'remplissage',
      titre: t.remplissage,
      tri: 'remplissage',
      nombre: true,
      rendu: (r) => (r.numero ? formatPart(r.remplissage) : '—'),
    },
    controles: { cle: 'controles', titre: t.controles, rendu: (r) => <Controles {...r} /> },
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
      rendu: (r) => <ActionLigne resume={r} />,
    },
  }
}
