import { LIBELLES_ETATS, type Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { isoDe, libellePeriode } from '@releve/contract/mois.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { Defile } from '../../ui/Defile.tsx'
import { formatEcart, formatMoisCourt, formatNombre } from '../../ui/format.ts'
import { Invisible } from '../../ui/Invisible.tsx'
import { EtatBadge, EtatIcone } from '../EtatBadge.tsx'
import { textes } from './accueil.textes.ts'
import { Bloc } from './Bloc.tsx'
import { type CaseRegistre, derniersMois, type LigneRegistre, registreDe } from './registre.ts'
import './registre.css'

const t = textes.registre
const MOIS_MONTRES = 12

/** On narrower screens the older months give way: what stays is the latest. */
function classeDe(place: number): string {
  if (place < MOIS_MONTRES - 8) return 'nombre acc-ancien'
  return place < MOIS_MONTRES - 3 ? 'nombre acc-passe' : 'nombre'
}

function Mois({ periode, etat, numero, effectif }: CaseRegistre) {
  if (etat === null) return <span className="acc-rien">—</span>
  const nom = `${libellePeriode(periode)}, ${LIBELLES_ETATS[etat]}`
  const figure = formatNombre(effectif)
  return (
    <span className="acc-case" title={nom}>
      {numero ? <Link to={paths.saisie(numero)}>{figure}</Link> : figure}
      <EtatIcone etat={etat} />
      <Invisible> {LIBELLES_ETATS[etat]}</Invisible>
    </span>
  )
}

function Ligne({ ligne, structure }: { ligne: LigneRegistre; structure: boolean }) {
  const { modele, mois, variation } = ligne
  return (
    <tr>
      <th scope="row" title={modele.libelle}>
        {modele.code}
        {structure && <span className="lst-second">{ligne.structure.libelle}</span>}
      </th>
      {mois.map((unMois, place) => (
        <td key={isoDe(unMois.periode)} className={classeDe(place)}>
          <Mois {...unMois} />
        </td>
      ))}
      <td className="nombre acc-variation">{formatEcart(variation)}</td>
    </tr>
  )
}

/** The year of the structure, as its register: a line per model, the headcount of each month. */
export function Registre({ resumes }: { resumes: readonly Resume[] }) {
  const { rang } = useCalendrier()
  const periodes = derniersMois(rang, MOIS_MONTRES)
  const lignes = registreDe(resumes, periodes)
  if (lignes.length === 0) return null
  const plusieurs = new Set(lignes.map(({ structure }) => structure.code)).size > 1
  const etats = new Set(lignes.flatMap(({ mois }) => mois.flatMap(({ etat }) => etat ?? [])))
  return (
    <Bloc titre={t.titre} fin={<Link to={paths.mesSaisies}>{t.tous}</Link>}>
      <Defile nom={t.titre} className="ui-tableau acc-registre">
        <table>
          <caption>{t.legende}</caption>
          <thead>
            <tr>
              <th scope="col">{t.modele}</th>
              {periodes.map((periode, place) => (
                <th key={isoDe(periode)} scope="col" className={classeDe(place)}>
                  <abbr title={libellePeriode(periode)}>{formatMoisCourt(periode)}</abbr>
                </th>
              ))}
              <th scope="col" className="nombre acc-variation">
                {t.variation}
              </th>
            </tr>
          </thead>
          <tbody>
            {lignes.map((ligne) => (
              <Ligne key={ligne.cle} ligne={ligne} structure={plusieurs} />
            ))}
          </tbody>
        </table>
      </Defile>
      <p className="acc-legende" aria-hidden="true">
        {[...etats].map((etat) => (
          <EtatBadge key={etat} etat={etat} />
        ))}
      </p>
    </Bloc>
  )
}
