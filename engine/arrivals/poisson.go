package arrivals

import "math/rand/v2"

// poisson is a Poisson process, as arrivals of users who do not know of each other are: at a steady
// rate the gaps are independent and exponential with mean 1 / rate. Where the rate changes it is
// the process of that rate, by the exact change of time: arrival n comes when as many are expected
// as n independent exponential numbers of mean 1 add up to.
type poisson struct {
	flow     flow
	random   *rand.Rand
	expected float64
}

func newPoisson(flow flow, seed uint64) Schedule {
	return &poisson{flow: flow, random: rand.New(rand.NewPCG(seed, 0))}
}

func (p *poisson) Next() (Point, bool) {
	p.expected += p.random.ExpFloat64()
	seconds, ok := p.flow.when(p.expected)
	return Point{At: toDuration(seconds)}, ok
}
