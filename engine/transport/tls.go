package transport

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptrace"
)

type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)

// securedConn is a connection with HTTP/1.1 over TLS. The heads of its responses are scanned as they are
// after decryption.
type securedConn struct {
	*tls.Conn
	heads
}

func (c *securedConn) Read(b []byte) (int, error) {
	count, err := c.Conn.Read(b)
	c.see(b[:count])
	return count, err
}

// dialTLS opens TLS connections over those of dial, as the transport does it itself.
func dialTLS(transport *http.Transport, dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		plain, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		conn := tls.Client(plain, clientConfig(transport, address, "http/1.1"))
		if err := handshake(ctx, transport, conn); err != nil {
			_ = plain.Close()
			return nil, err
		}
		return &securedConn{Conn: conn}, nil
	}
}

func clientConfig(transport *http.Transport, address, protocol string) *tls.Config {
	config := &tls.Config{}
	if transport.TLSClientConfig != nil {
		config = transport.TLSClientConfig.Clone()
	}
	if host, _, err := net.SplitHostPort(address); err == nil && config.ServerName == "" {
		config.ServerName = host
	}
	config.NextProtos = []string{protocol}
	return config
}

func handshake(ctx context.Context, transport *http.Transport, conn *tls.Conn) error {
	if timeout := transport.TLSHandshakeTimeout; timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		ctx = limited
	}
	trace := httptrace.ContextClientTrace(ctx)
	if trace != nil && trace.TLSHandshakeStart != nil {
		trace.TLSHandshakeStart()
	}
	err := conn.HandshakeContext(ctx)
	if trace != nil && trace.TLSHandshakeDone != nil {
		trace.TLSHandshakeDone(conn.ConnectionState(), err)
	}
	return err
}
