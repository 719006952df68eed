package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"sync"
	"time"

	"go.k6.io/k6/v2/lib/netext"
	"golang.org/x/net/http2"

	"assay/engine/access"
)

// idleHTTP2Timeout is how long a connection of HTTP/2 without a request is kept, as by net/http. Servers announce that they
// close one.
const idleHTTP2Timeout = 90 * time.Second

// ErrNotHTTP2 is the failure of a connection over which something else came.
var ErrNotHTTP2 = errors.New("not HTTP/2")

// http2Pool sends requests over HTTP/2. It opens a connection when all others have as many streams as they may have.
type http2Pool struct {
	target *access.Access
	base   *http.Transport
	client *http2.Transport
	// dial opens connections for a scheme.
	dial map[string]dialFunc

	mu      sync.Mutex
	byPlace map[string]*http2Place
}

// http2Place has the connections to one host and port.
type http2Place struct {
	conns   []*sharedConn
	dialing *dialing
	// freed is closed when a stream has ended.
	freed chan struct{}
}

type dialing struct {
	done chan struct{}
	err  error
}

// sharedConn is a connection with the requests that it has.
type sharedConn struct {
	*http2.ClientConn
	conn     *http2Conn
	most     int
	inFlight int
	isUsed   bool
}

func newHTTP2Pool(base *http.Transport, dialer *netext.Dialer, target *access.Access) *http2Pool {
	plain := ProcessAddresses.reach(dialOf(base, dialer), dialer, target)
	settings := &http.Transport{
		HTTP2:           &http.HTTP2Config{MaxReceiveBufferPerStream: streamBufferBytes},
		IdleConnTimeout: idleHTTP2Timeout, DisableCompression: true, MaxResponseHeaderBytes: maxHeaderBytes,
	}
	client, err := http2.ConfigureTransports(settings)
	if err != nil {
		panic(err) // an http.Transport that has HTTP/2 already
	}
	client.MaxHeaderListSize = maxHeaderBytes
	client.StrictMaxConcurrentStreams = true // the pool counts streams itself
	return &http2Pool{
		target: target, base: base, client: client, byPlace: map[string]*http2Place{},
		dial: map[string]dialFunc{
			"http":  pooled(throughProxy(plain, base.Proxy, "http"), nil),
			"https": pooled(throughProxy(plain, base.Proxy, "https"), nil),
		},
	}
}

// RoundTrip sends a request on a connection that has room for it. It does not repeat it.
func (p *http2Pool) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	address := canonicalAddress(request.URL)
	trace := httptrace.ContextClientTrace(ctx)
	if trace != nil && trace.GetConn != nil {
		trace.GetConn(address)
	}
	place := p.placeFor(request.URL.Scheme + " " + address)
	conn, err := p.acquire(ctx, place, request.URL.Scheme, address)
	if err != nil {
		return nil, err
	}
	release := sync.OnceFunc(func() { p.release(place, conn) })
	response, err := conn.RoundTrip(request)
	if err != nil {
		release()
		return nil, err
	}
	response.Body = &releasingBody{response.Body, release}
	return response, nil
}

type releasingBody struct {
	io.ReadCloser
	release func()
}

func (b *releasingBody) Close() error {
	defer b.release()
	return b.ReadCloser.Close()
}

func (p *http2Pool) placeFor(key string) *http2Place {
	p.mu.Lock()
	defer p.mu.Unlock()
	place := p.byPlace[key]
	if place == nil {
		place = &http2Place{freed: make(chan struct{})}
		p.byPlace[key] = place
	}
	return place
}

// acquire waits for a connection with room for a stream.
func (p *http2Pool) acquire(ctx context.Context, place *http2Place, scheme, address string) (*sharedConn, error) {
	for {
		p.mu.Lock()
		if conn := p.choose(place); conn != nil {
			info := httptrace.GotConnInfo{Conn: conn.conn, Reused: conn.isUsed, WasIdle: conn.inFlight == 0}
			conn.inFlight++
			conn.isUsed = true
			inFlight := conn.inFlight
			p.mu.Unlock()
			ProcessAddresses.countStreams(conn.conn.RemoteAddr().String(), inFlight)
			if trace := httptrace.ContextClientTrace(ctx); trace != nil && trace.GotConn != nil {
				trace.GotConn(info)
			}
			return conn, nil
		}
		opening := p.open(ctx, place, scheme, address)
		freed := place.freed
		p.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-freed:
		case <-opening.done:
			if opening.err != nil {
				return nil, opening.err
			}
		}
	}
}

// choose returns the connection for the next request; nil when none has room. With a number of connections, the
// requests are spread over all; else the first ones are filled.
func (p *http2Pool) choose(place *http2Place) *sharedConn {
	place.conns = slices.DeleteFunc(place.conns, func(c *sharedConn) bool { return !c.CanTakeNewRequest() })
	var best *sharedConn
	for _, conn := range place.conns {
		if conn.inFlight < conn.most && (best == nil || p.target.Connections > 0 && conn.inFlight < best.inFlight) {
			best = conn
		}
	}
	if best != nil && best.inFlight > 0 && len(place.conns) < p.target.Connections {
		return nil
	}
	return best
}

// open begins to open a connection where one more is permitted and none is being opened.
func (p *http2Pool) open(ctx context.Context, place *http2Place, scheme, address string) *dialing {
	if place.dialing != nil {
		return place.dialing
	}
	if p.target.Connections > 0 && len(place.conns) >= p.target.Connections {
		return &dialing{}
	}
	opening := &dialing{done: make(chan struct{})}
	place.dialing = opening
	go func() {
		// Others wait for it too, however the request ends that was the first to need it.
		dialing, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
		defer cancel()
		conn, err := p.connect(dialing, scheme, address)
		p.mu.Lock()
		defer p.mu.Unlock()
		place.dialing, opening.err = nil, err
		if err == nil {
			place.conns = append(place.conns, conn)
		}
		close(opening.done)
	}()
	return opening
}

func (p *http2Pool) release(place *http2Place, conn *sharedConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	conn.inFlight--
	close(place.freed)
	place.freed = make(chan struct{})
}

// connect opens a connection, and waits until the target has said how many streams it may have.
func (p *http2Pool) connect(ctx context.Context, scheme, address string) (*sharedConn, error) {
	plain, err := p.dial[scheme](ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	conn := &http2Conn{}
	shared, err := func() (*sharedConn, error) {
		over := plain
		if scheme == "https" {
			secured := tls.Client(plain, clientConfig(p.base, address, http2.NextProtoTLS))
			if err := handshake(ctx, p.base, secured); err != nil {
				return nil, err
			}
			if spoken := secured.ConnectionState().NegotiatedProtocol; spoken != http2.NextProtoTLS {
				return nil, fmt.Errorf("%w: the target did not agree to it by ALPN", ErrNotHTTP2)
			}
			over = secured
		}
		conn = newHTTP2Conn(over, unwrap(plain))
		client, err := p.client.NewClientConn(conn)
		if err != nil {
			return nil, err
		}
		if err := client.Ping(ctx); err != nil {
			return nil, cmp.Or(ctx.Err(), fmt.Errorf("%w: %v", ErrNotHTTP2, err))
		}
		most := int(client.State().MaxConcurrentStreams)
		if p.target.Streams > 0 {
			most = min(most, p.target.Streams)
		}
		return &sharedConn{ClientConn: client, conn: conn, most: most}, nil
	}()
	if err != nil {
		_ = plain.Close()
	}
	return shared, err
}

func canonicalAddress(target *url.URL) string {
	port := target.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[target.Scheme]
	}
	return net.JoinHostPort(target.Hostname(), port)
}

// unseen are the errors of a request that the target has not processed, so that it may be sent again (RFC 9113, 8.7).
var unseen = []string{
	"http2: Transport received Server's graceful shutdown GOAWAY",
	"http2: client conn is closed",
	"http2: client conn not usable",
}

// IsUnseen returns whether the target ended the connection without processing the request.
func IsUnseen(err error) bool {
	return slices.Contains(unseen, err.Error())
}

// HTTP2Failure describes an error of HTTP/2; "" for another one.
func HTTP2Failure(err error) string {
	var reset http2.StreamError
	var away http2.GoAwayError
	var broken http2.ConnectionError
	switch {
	case errors.As(err, &reset) && reset.Cause != nil && reset.Cause.Error() == "received from peer":
		return "the stream was reset: " + reset.Code.String()
	case errors.As(err, &away):
		return "the target sent GOAWAY: " + away.ErrCode.String()
	case errors.As(err, &reset), errors.As(err, &broken):
		return fmt.Sprintf("%v: %v", ErrNotHTTP2, err)
	default:
		return ""
	}
}
