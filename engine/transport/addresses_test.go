package transport

import (
	"context"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"go.k6.io/k6/v2/lib/netext"

	"assay/engine/access"
)

// listen accepts connections at each address, all at one port, until the test ends. It returns the port.
func listen(t *testing.T, hosts ...string) (port string) {
	t.Helper()
	port = "0"
	for _, host := range hosts {
		port = accepting(t, "tcp", net.JoinHostPort(host, port))
	}
	return port
}

func accepting(t *testing.T, network, address string) (port string) {
	t.Helper()
	listener, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
		}
	}()
	_, port, _ = net.SplitHostPort(listener.Addr().String())
	return port
}

// turns is a resolver as k6 has one with the option roundRobin.
type turns struct {
	ips  []string
	next int
}

func (r *turns) LookupIP(string) (net.IP, error) {
	if len(r.ips) == 0 {
		return nil, nil
	}
	r.next++
	return net.ParseIP(r.ips[(r.next-1)%len(r.ips)]), nil
}

// dialed connects to a place some times, and returns how often each host was reached or was not.
func dialed(t *testing.T, resolver netext.Resolver, target *access.Access, place string, times int) (map[string]Opened, error) {
	t.Helper()
	all := newAddresses()
	dialer := netext.NewDialer(net.Dialer{}, resolver)
	dial := all.reach(dialer.DialContext, dialer, target)
	var failure error
	for range times {
		conn, err := dial(context.Background(), "tcp", place)
		if err != nil {
			failure = err
			continue
		}
		_ = conn.Close()
	}
	counts := map[string]Opened{}
	for _, one := range all.Opened() {
		host, _, err := net.SplitHostPort(one.Address)
		if err != nil {
			host = one.Address
		}
		counts[host] = one
	}
	return counts, failure
}

func TestConnectionsAreSpreadOverTheAddressesOfAName(t *testing.T) {
	hosts := []string{"127.0.0.1", "127.0.0.2"}
	place := "gateway.test:" + listen(t, hosts...)
	set := &access.Access{Resolve: map[string][]string{place: hosts}}
	for name, test := range map[string]struct {
		resolver netext.Resolver
		target   *access.Access
	}{
		"that are set":   {nil, set},
		"that are found": {&turns{ips: hosts}, &access.Access{}},
	} {
		counts, err := dialed(t, test.resolver, test.target, place, 6)
		if err != nil || counts["127.0.0.1"].Opened != 3 || counts["127.0.0.2"].Opened != 3 {
			t.Errorf("%s: got %v, %v", name, counts, err)
		}
	}
}

func TestAnAddressThatRefusesIsPassedOver(t *testing.T) {
	hosts := []string{"127.0.0.1", "127.0.0.2", "127.0.0.3"}
	place := "gateway.test:" + listen(t, hosts[0], hosts[2])
	for name, target := range map[string]*access.Access{
		"set":   {Resolve: map[string][]string{place: hosts}},
		"found": {},
	} {
		counts, err := dialed(t, &turns{ips: hosts}, target, place, 6)
		if err != nil || counts["127.0.0.2"].Failed == 0 || counts["127.0.0.1"].Opened+counts["127.0.0.3"].Opened != 6 {
			t.Errorf("%s: got %v, %v", name, counts, err)
		}
	}
}

func TestANameWithoutAnAddressThatAcceptsIsRefused(t *testing.T) {
	place := "gateway.test:" + listen(t, "127.0.0.1")
	for name, test := range map[string]struct {
		resolver netext.Resolver
		shows    string
	}{
		"refused": {&turns{ips: []string{"127.0.0.2", "127.0.0.3"}}, "connection refused"},
		"unknown": {&turns{}, "no such host"},
	} {
		counts, err := dialed(t, test.resolver, &access.Access{}, place, 1)
		if err == nil || !strings.Contains(err.Error(), test.shows) {
			t.Errorf("%s: got %v, %v", name, counts, err)
		}
	}
}

func TestAConnectionIsMadeToAUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gateway.sock")
	accepting(t, "unix", path)
	counts, err := dialed(t, nil, &access.Access{UnixSocket: path}, "gateway.test:80", 2)
	if err != nil || counts[path].Opened != 2 {
		t.Errorf("got %v, %v", counts, err)
	}
}
