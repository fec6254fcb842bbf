import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Second } from '../ui/Ligne.tsx'
import { Carte } from './Carte.tsx'
import { estSituee, type Situee } from './carte.points.ts'
import { Legende } from './Legende.tsx'
import { textes } from './structure.textes.ts'
import { Trouvees } from './Trouvees.tsx'
import type { Filtrage } from './useFiltrage.ts'
import { useLibelles, useListes } from './useLibelles.ts'
import './carte.css'

const t = textes.carte
const ID_LISTE = 'str-carte-liste'

type PropsListe = {
  titre: string
  structures: readonly Structure[]
  onActif: (code: string | null) => void
}

/** The same structures in words: what the map shows, and what it cannot. */
function Liste({ titre, structures, onActif }: PropsListe) {
  const en = useLibelles()
  const { region: regions } = useListes()
  const presentes = regions.filter(({ code }) => structures.some(({ region }) => region === code))
  return (
    <>
      <h2>{titre}</h2>
      {presentes.map(({ code: region, libelle }) => (
        <div key={region}>
          <h3>{libelle}</h3>
          <ul>
            {structures
              .filter((une) => une.region === region)
              .map(({ code, libelle: nom, typeStructure, etat }) => (
                <li key={code}>
                  <Link
                    to={paths.structure(code)}
                    onMouseEnter={() => onActif(code)}
                    onMouseLeave={() => onActif(null)}
                    onFocus={() => onActif(code)}
                    onBlur={() => onActif(null)}
                  >
                    {nom}
                  </Link>
                  <Second>
                    {[en('typeStructure', typeStructure), textes.etats[etat]].join(' · ')}
                  </Second>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function Situees({ situees, sans }: { situees: readonly Situee[]; sans: readonly Structure[] }) {
  const [actif, setActif] = useState<string | null>(null)
  return (
    <div className="str-carte-page">
      {situees.length === 0 ? (
        <EtatVide icone="structures">{t.aucune}</EtatVide>
      ) : (
        <div className="str-carte-figure">
          <a className="str-passer" href={`#${ID_LISTE}`}>
            {t.passer}
          </a>
          <Carte structures={situees} actif={actif} onActif={setActif} />
          <Legende structures={situees} />
        </div>
      )}
      <section className="str-carte-liste" id={ID_LISTE} tabIndex={-1} aria-label={t.liste}>
        {situees.length > 0 && <Liste titre={t.liste} structures={situees} onActif={setActif} />}
        {sans.length > 0 && (
          <>
            <Liste titre={t.sans} structures={sans} onActif={setActif} />
            <p className="str-note">{t.sansAide}</p>
          </>
        )}
      </section>
    </div>
  )
}

/** The structures where they are. */
export default function VueCarte({ filtrage }: { filtrage: Filtrage }) {
  return (
    <Trouvees filtrage={filtrage}>
      {(trouvees) => (
        <Situees
          situees={trouvees.filter(estSituee)}
          sans={trouvees.filter((structure) => !estSituee(structure))}
        />
      )}
    </Trouvees>
  )
}
