// What the bench uses of autocannon, which ships no types.
declare module 'autocannon' {
  type Requete = {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string | undefined
  }
  type Etape = {
    setupRequest(requete: Requete): Requete
    onResponse(statut: number, corps: string): void
  }
  type Client = { setRequests(etapes: Etape[]): void }
  type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    setupClient(client: Client): void
  }
  type Resultat = {
    latency: { p50: number; p99: number }
    throughput: { total: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Resultat>
}
