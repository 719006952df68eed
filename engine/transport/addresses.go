package transport

import (
	"cmp"
	"context"
	"net"
	"slices"
	"strings"
	"sync"

	"go.k6.io/k6/v2/lib/netext"

	"assay/engine/access"
)

// maxLookups limits the lookups for another address of a name, when one cannot be connected to.
const maxLookups = 16

// Opened is how many connections were made to an address, or could not be.
type Opened struct {
	Address string `json:"address"`
	Opened  int64  `json:"opened"`
	Failed  int64  `json:"failed,omitempty"`
	// MostStreams is how many concurrent requests a connection had at most; only with HTTP/2.
	MostStreams int `json:"mostStreams,omitempty"`
}

// Addresses chooses where connections go, and counts them: the addresses of a name take turns.
type Addresses struct {
	mu     sync.Mutex
	opened map[string]*Opened
	// turns are those taken of each place of Resolve.
	turns map[string]int
}

// ProcessAddresses are those of all connections of this process.
var ProcessAddresses = newAddresses()

func newAddresses() *Addresses {
	return &Addresses{opened: map[string]*Opened{}, turns: map[string]int{}}
}

// Opened returns the counts by address.
func (a *Addresses) Opened() []Opened {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := make([]Opened, 0, len(a.opened))
	for _, one := range a.opened {
		all = append(all, *one)
	}
	slices.SortFunc(all, func(x, y Opened) int { return strings.Compare(x.Address, y.Address) })
	return all
}

func (a *Addresses) count(address string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil {
		a.at(address).Opened++
	} else {
		a.at(address).Failed++
	}
}

// countStreams notes how many requests a connection has.
func (a *Addresses) countStreams(address string, inFlight int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := a.at(address)
	one.MostStreams = max(one.MostStreams, inFlight)
}

func (a *Addresses) at(address string) *Opened {
	one := a.opened[address]
	if one == nil {
		one = &Opened{Address: address}
		a.opened[address] = one
	}
	return one
}

// turn returns how many connections to a place came before.
func (a *Addresses) turn(place string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turns[place]++
	return a.turns[place] - 1
}

// reach returns dial for connections to the address whose turn it is, or to the next one that accepts them.
func (a *Addresses) reach(dial dialFunc, dialer *netext.Dialer, target *access.Access) dialFunc {
	return func(ctx context.Context, network, place string) (net.Conn, error) {
		if target.UnixSocket != "" {
			return a.dialed((&net.Dialer{}).DialContext, ctx, "unix", target.UnixSocket)
		}
		next := a.addressesOf(place, dialer, target)
		var failure error
		for tried := []string{}; ctx.Err() == nil; {
			address, err := next(tried)
			if address == "" {
				return nil, cmp.Or(failure, err)
			}
			conn, err := a.dialed(dial, ctx, network, address)
			if err == nil {
				return conn, nil
			}
			failure, tried = cmp.Or(failure, err), append(tried, address)
		}
		return nil, cmp.Or(failure, ctx.Err())
	}
}

func (a *Addresses) dialed(dial dialFunc, ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := dial(ctx, network, address)
	if conn != nil && conn.RemoteAddr() != nil {
		address = conn.RemoteAddr().String()
	}
	a.count(address, err)
	return conn, err
}

// addressesOf returns a function for the next address of a place that was not tried; "" when there is none.
func (a *Addresses) addressesOf(place string, dialer *netext.Dialer, target *access.Access) func([]string) (string, error) {
	host, port, err := net.SplitHostPort(place)
	if set := target.Resolve[place]; len(set) > 0 {
		turn := a.turn(place)
		return func(tried []string) (string, error) {
			if len(tried) == len(set) {
				return "", nil
			}
			return net.JoinHostPort(set[(turn+len(tried))%len(set)], port), nil
		}
	}
	isName := err == nil && net.ParseIP(host) == nil
	// Names that the options of a script replace or block are left to k6.
	if !isName || dialer == nil || dialer.Resolver == nil || dialer.Hosts != nil || dialer.BlockedHostnames != nil {
		return func(tried []string) (string, error) {
			if len(tried) > 0 {
				return "", nil
			}
			return place, nil
		}
	}
	return func(tried []string) (string, error) {
		for range maxLookups {
			ip, err := dialer.Resolver.LookupIP(host)
			if err != nil {
				return "", err
			}
			if ip == nil {
				return "", &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
			}
			if address := net.JoinHostPort(ip.String(), port); !slices.Contains(tried, address) {
				return address, nil
			}
		}
		return "", nil
	}
}
