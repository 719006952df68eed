package arrivals

import "time"

// constant spaces arrivals evenly: number n, counted from 0, comes at n / rate.
type constant struct {
	ratePerSecond float64
	count         float64
}

func newConstant(ratePerSecond float64, _ uint64) Schedule {
	return &constant{ratePerSecond: ratePerSecond}
}

// Next multiplies rather than adds, so that no error of rounding adds up.
func (c *constant) Next() (time.Duration, bool) {
	at := time.Duration(c.count / c.ratePerSecond * float64(time.Second))
	c.count++
	return at, true
}
