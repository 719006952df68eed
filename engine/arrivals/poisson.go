package arrivals

import (
	"math/rand/v2"
	"time"
)

// poisson is a Poisson process: the gaps are independent and exponential with mean 1 / rate, as
// arrivals of users who do not know of each other are.
type poisson struct {
	ratePerSecond float64
	random        *rand.Rand
	seconds       float64
}

func newPoisson(ratePerSecond float64, seed uint64) Schedule {
	return &poisson{ratePerSecond: ratePerSecond, random: rand.New(rand.NewPCG(seed, 0))}
}

func (p *poisson) Next() (time.Duration, bool) {
	p.seconds += p.random.ExpFloat64() / p.ratePerSecond
	return time.Duration(p.seconds * float64(time.Second)), true
}
